ALTER TABLE "api_keys" ADD COLUMN "limitKeyId" VARCHAR(16);
