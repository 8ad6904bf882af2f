-- All users of a step are read and sorted for a page in the order of balances: of a thousand credits each, too many. Of 250, a chat turn
-- changes its user's step one time in 25. PostgreSQL before 17 changes no generated column's expression, so the column is made anew.
ALTER TABLE "user"
    DROP COLUMN "creditsStep",
    ADD COLUMN "creditsStep" INTEGER GENERATED ALWAYS AS (CASE WHEN "credits" <= 0 THEN "credits" ELSE 1 + "credits" / 250 END) STORED;

CREATE INDEX "user_creditsStep_id_idx" ON "user"("creditsStep", "id");
