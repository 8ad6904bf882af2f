-- Addresses that are to be confirmed, and whether an account's password is its address's owner's.
ALTER TABLE "user" ADD COLUMN "ownerProven" BOOLEAN NOT NULL DEFAULT false;
-- So far an address was only ever verified by a link that signed in.
UPDATE "user" SET "ownerProven" = "emailVerified";

CREATE TABLE "email_verification" (
    "userId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "email_verification_pkey" PRIMARY KEY ("userId")
);

CREATE UNIQUE INDEX "email_verification_tokenHash_key" ON "email_verification"("tokenHash");

ALTER TABLE "email_verification" ADD CONSTRAINT "email_verification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One-time codes of an authenticator app.
ALTER TABLE "session" ADD COLUMN "awaitsCode" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "second_factor" (
    "userId" TEXT NOT NULL,
    "sealedSecret" TEXT NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lockedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("userId")
);

ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "recovery_code" (
    "userId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("userId","codeHash")
);

ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_userId_fkey" FOREIGN KEY ("userId") REFERENCES "second_factor"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is over is swept away.
CREATE INDEX "session_expires_idx" ON "session"("expires");

CREATE INDEX "verification_token_expires_idx" ON "verification_token"("expires");
