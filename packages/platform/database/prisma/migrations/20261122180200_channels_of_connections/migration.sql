-- A file of its own: a foreign key locks the table that it refers to.
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
