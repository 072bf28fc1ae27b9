ALTER TABLE "notification_channels" VALIDATE CONSTRAINT "notification_channels_connectionId_fkey";
