-- The favorites of a user, newest first. Most works are none.
CREATE INDEX CONCURRENTLY "generation_history_favorites" ON "generation_history"("userId", "createdAt", "id") WHERE "isFavorite";
