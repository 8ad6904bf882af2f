-- Where a session is used and when it last was; when a person deleted the account.
ALTER TABLE "session" ADD COLUMN "userAgent" TEXT,
ADD COLUMN "lastSeenAt" TIMESTAMPTZ(3);

ALTER TABLE "user" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);
