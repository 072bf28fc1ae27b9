-- As a vendor lists an item: what arrives is compared with it. Null for what was listed before.
ALTER TABLE "documents" ADD COLUMN "itemSize" BIGINT;
