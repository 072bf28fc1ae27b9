-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_createdAt_idx" ON "audit_events"("createdAt");
