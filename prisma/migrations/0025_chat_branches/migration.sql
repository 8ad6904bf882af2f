SET LOCAL lock_timeout = '500ms';

-- What the user wants every chat to know. Sent to the model before the conversation.
ALTER TABLE "user" ADD COLUMN "chatInstructions" TEXT;

ALTER TABLE "chat_message"
  -- The first version of this message. Null for that one, and for a message without others.
  ADD COLUMN "variantOf" TEXT,
  -- Names the change that hid the message, so that everything it hid can be shown again together.
  ADD COLUMN "hiddenBy" TEXT,
  -- The message that a response answers. Null before this migration.
  ADD COLUMN "answerTo" TEXT,
  -- The text model that was asked, where several are configured.
  ADD COLUMN "model" TEXT,
  -- The part of the answer that has arrived while it is still running, for readers in other processes, and when it was last written.
  ADD COLUMN "partialAnswer" TEXT,
  ADD COLUMN "answerAliveAt" TIMESTAMPTZ(3);

ALTER TABLE "chat_session"
  -- Null while the title is the beginning of the first message.
  ADD COLUMN "renamedAt" TIMESTAMPTZ(3),
  ADD COLUMN "pinnedAt" TIMESTAMPTZ(3),
  ADD COLUMN "archivedAt" TIMESTAMPTZ(3);
