-- Before the first release, when no table is large: this rewrites the table.
ALTER TABLE "notification_channels" ALTER COLUMN "connector" SET DATA TYPE TEXT;
