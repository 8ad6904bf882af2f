import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { createContext, useContext } from "react";

const ChatPriceContext = createContext<number>(CHAT_COST_CREDITS);

export const ChatPriceProvider = ChatPriceContext.Provider;

/** Credits for one answer of the default text model. Others may cost more or less; the chat shows their price where they are chosen. */
export const useChatPrice = (): number => useContext(ChatPriceContext);
