-- Chats and messages that their owner removed. They stay stored: ledger entries refer to them.
-- AlterTable
ALTER TABLE "chat_session" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "chat_message" ADD COLUMN     "hiddenAt" TIMESTAMPTZ(3);
