-- Requests of the running version queue up behind a migration that waits for a lock.
SET LOCAL lock_timeout = '500ms';

ALTER TABLE "generation_history"
  ADD COLUMN "isFavorite" BOOLEAN NOT NULL DEFAULT false,
  -- Pixels of the picture, so that pages reserve its place before it has loaded.
  ADD COLUMN "width" INTEGER,
  ADD COLUMN "height" INTEGER;

CREATE TABLE "collection" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "collection_userId_nameKey_key" ON "collection"("userId", "nameKey");
ALTER TABLE "collection" ADD CONSTRAINT "collection_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "collection_item" (
    "collectionId" TEXT NOT NULL,
    "generationId" TEXT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_item_pkey" PRIMARY KEY ("collectionId", "generationId")
);
CREATE INDEX "collection_item_generationId_idx" ON "collection_item"("generationId");
ALTER TABLE "collection_item" ADD CONSTRAINT "collection_item_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "collection_item" ADD CONSTRAINT "collection_item_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "generation_history"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "share_link" (
    "generationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "showPrompt" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("generationId")
);
CREATE UNIQUE INDEX "share_link_token_key" ON "share_link"("token");
CREATE INDEX "share_link_userId_idx" ON "share_link"("userId");
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_generationId_fkey" FOREIGN KEY ("generationId") REFERENCES "generation_history"("id") ON DELETE CASCADE ON UPDATE CASCADE;
