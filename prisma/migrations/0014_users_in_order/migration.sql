-- Administrators order users by balance and by last activity. An index on either column would make every spend write all of a user's
-- indexes anew; these are on coarser ones, which a spend leaves as they are but for one in a hundred and for the first of a day. Within a
-- step the rows are sorted when they are read.
ALTER TABLE "user"
    ADD COLUMN "creditsStep" INTEGER GENERATED ALWAYS AS (CASE WHEN "credits" <= 0 THEN "credits" ELSE 1 + "credits" / 1000 END) STORED,
    ADD COLUMN "activeDay" DATE GENERATED ALWAYS AS (("updatedAt" AT TIME ZONE 'UTC')::date) STORED;

CREATE INDEX "user_creditsStep_id_idx" ON "user"("creditsStep", "id");
CREATE INDEX "user_activeDay_id_idx" ON "user"("activeDay", "id");
