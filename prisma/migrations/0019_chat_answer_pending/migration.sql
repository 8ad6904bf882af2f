-- Says of a message whether its answer is still to come, so that a turn that was lost with its process can be closed, and its charge
-- returned where that is the policy. Messages from before count as answered.
ALTER TABLE "chat_message" ADD COLUMN "answerPending" BOOLEAN NOT NULL DEFAULT false;

-- Holds the turns of the moment alone: every minute it is asked for those that are old.
CREATE INDEX "chat_message_answerPending_createdAt_idx" ON "chat_message"("createdAt") WHERE "answerPending";
