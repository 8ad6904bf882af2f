// Written by pnpm api:types from the description of the API.

export interface paths {
    "/api/chat/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a chat message
         * @description Costs 10 credits. The response is a stream of server-sent events, each with a ChatEvent as its data: metadata, any number of content events, then done or error. A comment keeps a silent stream alive. API keys need the scope `chat`.
         */
        post: operations["streamChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/{sessionId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an answer that is being written
         * @description Free. Joins the answer to the newest message of a chat, for example after a lost connection: a stream of server-sent events with the text so far, then the rest. The last event is done or error. A stream that ends without one was cut off: call it again. API keys need the scope `chat`.
         */
        get: operations["followChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/image/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate an image
         * @description Changes a reference picture as the prompt says. Costs 20 credits, and responds when the image is ready. API keys need the scope `image`.
         */
        post: operations["generateImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a video
         * @description Costs 50 credits. Responds at once; ask for the status until the video is there. API keys need the scope `video`.
         */
        post: operations["generateVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a video
         * @description Ask about every 5 seconds. API keys need the scope `video`.
         */
        get: operations["getVideoStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a reference picture
         * @description An image of at most 10 MB and at least 300 x 300 pixels. Stored, where object storage is configured. API keys need the scope `upload`.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/simple": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a picture into a data URL
         * @description An image of at most 5 MB. Nothing is stored. API keys need the scope `upload`.
         */
        post: operations["uploadSimple"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a chat completion
         * @description Any client of OpenAI's chat API works. Costs 10 credits a call, streamed or not. Nothing of the conversation is stored, except the response to a request with an Idempotency-Key: for 24 hours. API keys need the scope `chat`.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models for chats
         * @description API keys need the scope `chat`.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a model
         * @description API keys need the scope `chat`.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I, and how many credits are left
         * @description API keys need the scope `read`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Without the keys themselves, and without revoked ones.
         */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused from the next request on.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Signs nobody in: that is done by Auth.js at /api/auth/*.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in and out (Auth.js)
         * @description Auth.js's own paths: csrf, session, providers, signin, callback, signout, with its forms, redirects and cookies.
         */
        get: operations["getAuth"];
        put?: never;
        /**
         * Sign in and out (Auth.js)
         * @description Auth.js's own paths: csrf, session, providers, signin, callback, signout, with its forms, redirects and cookies.
         */
        post: operations["postAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{provider}/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a checkout
         * @description Lead the buyer to the address in the response. Credits arrive with the provider's webhook.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{provider}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the payment provider
         * @description Called by the payment provider, in its own format, with its signature.
         */
        post: operations["receiveProviderWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{provider}/redirect-placeholder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page a simulated checkout leads to */
        get: operations["getSimulatedCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/subscription-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Grant the due instalments of yearly plans
         * @description Called by a scheduler with the cron secret. A repeated run grants nothing twice.
         */
        get: operations["grantSubscriptionGrantsByGet"];
        put?: never;
        /**
         * Grant the due instalments of yearly plans
         * @description Called by a scheduler with the cron secret. A repeated run grants nothing twice.
         */
        post: operations["grantSubscriptionGrants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cron/grant-subscription-credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Grant the due instalments of yearly plans
         * @description Called by a scheduler with the cron secret. A repeated run grants nothing twice.
         */
        get: operations["grantSubscriptionCreditsByGet"];
        put?: never;
        /**
         * Grant the due instalments of yearly plans
         * @description Called by a scheduler with the cron secret. A repeated run grants nothing twice.
         */
        post: operations["grantSubscriptionCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{userId}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adjust a user's credits */
        post: operations["adjustCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{userId}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change a user's plan */
        post: operations["changeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process responds */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process can serve requests */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "generation.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An image or video is ready
         * @description Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.
         */
        post: operations["generation.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "generation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An image or video failed
         * @description Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.
         */
        post: operations["generation.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credits arrived
         * @description Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.
         */
        post: operations["credits.granted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The balance fell to the threshold or below
         * @description Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.
         */
        post: operations["credits.low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription began, or its plan or status changed
         * @description Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.
         */
        post: operations["subscription.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test message, sent from the endpoint's page
         * @description Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.
         */
        post: operations["webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            /** @description What is wrong, in English. */
            error: string;
            /** @description With status 402. */
            remainingCredits?: number;
            /** @description With status 402. */
            creditsNeeded?: number;
        } & {
            [key: string]: unknown;
        };
        OpenAIError: {
            error: {
                message: string;
                type: string;
                code: string;
                param: null;
            };
        };
        ChatEvent: {
            /** @constant */
            type: "metadata";
            sessionId: string;
            /** @description Credits left after the charge. */
            remainingCredits: number;
        } | {
            /** @constant */
            type: "content";
            content: string;
        } | {
            /** @constant */
            type: "done";
        } | {
            /** @constant */
            type: "error";
            error: string;
            /** @description What the message has cost in the end. */
            creditsCharged?: number;
            remainingCredits?: number;
        };
        ChatCompletionChunk: {
            id: string;
            /** @constant */
            object: "chat.completion.chunk";
            created: number;
            model: string;
            choices: {
                index: number;
                delta: {
                    /** @constant */
                    role?: "assistant";
                    content?: string;
                    refusal?: null;
                };
                logprobs: null;
                finish_reason: ("stop" | "length") | null;
            }[];
            usage?: {
                prompt_tokens: number;
                completion_tokens: number;
                total_tokens: number;
            } | null;
        };
        /** @description A model for chats, and the price of an answer in credits. */
        Model: {
            id: string;
            /** @constant */
            object: "model";
            created: number;
            owned_by: string;
            credits: number;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @description The first characters of the key. */
            prefix: string;
            scopes: ("chat" | "image" | "video" | "upload" | "read")[];
            creditLimit: number | null;
            creditsUsed: number;
            expiresAt: string | null;
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
    };
    responses: {
        /** @description The request is invalid. The error says which part. */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no valid session or API key. */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too few credits, or the API key's credit limit is reached. */
        402: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this: banned, no administrator, or an API key without the scope. */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or it belongs to somebody else. */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description In conflict with another request or row. */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. Retry-After says when to repeat. */
        429: {
            headers: {
                /** @description Seconds. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It failed. A paid request says in the error, or the ledger shows, whether it was charged. */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another service failed. */
        502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This part of the service is not configured. Nothing was charged. */
        503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is invalid. The error says which part. */
        OpenAI400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description There is no valid session or API key. */
        OpenAI401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description Too few credits, or the API key's credit limit is reached. */
        OpenAI402: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description The caller may not do this: banned, no administrator, or an API key without the scope. */
        OpenAI403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description There is no such thing, or it belongs to somebody else. */
        OpenAI404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description In conflict with another request or row. */
        OpenAI409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description The body is too large. */
        OpenAI413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description Too many requests. Retry-After says when to repeat. */
        OpenAI429: {
            headers: {
                /** @description Seconds. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description It failed. A paid request says in the error, or the ledger shows, whether it was charged. */
        OpenAI500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description Another service failed. */
        OpenAI502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
        /** @description This part of the service is not configured. Nothing was charged. */
        OpenAI503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAIError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    streamChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "What is a good name for a sailing boat?"
                 *     }
                 */
                "application/json": {
                    message: string;
                    /** @description The chat to go on with. Without it a new one begins. */
                    sessionId?: string | null;
                    /** @description Id of an earlier message of the caller in that chat: this one replaces it and all later ones. */
                    replaces?: string | null;
                    /** @description One of the models of GET /v1/models, each with its own price. Without it the first one answers. */
                    model?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer, while it is written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatEvent"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            402: components["responses"]["402"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    followChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, from its beginning. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatEvent"];
                };
            };
            /** @description No answer is being written. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    generateImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "The same dog, painted in oil",
                 *       "imageUrl": "https://picsum.photos/id/237/600/400.jpg"
                 *     }
                 */
                "application/json": {
                    /** @description What the picture should become. */
                    prompt: string;
                    /** @description The picture to start from: an http(s) address or a data:image/...;base64 URL of at most 10 MB. */
                    imageUrl: string;
                    /** @description Default: adaptive. */
                    size?: ("adaptive" | "1K" | "2K" | "4K") | null;
                    /** @description Whether the model marks the picture as generated. Default: true. */
                    watermark?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id in the history. */
                        id: string;
                        /** @description Address of the picture. */
                        url: string;
                        /** @description The prompt as the model understood it. */
                        revisedPrompt: string;
                        /** @description Credits left after the charge. */
                        remainingCredits: number;
                        /** @description The reference picture of the request. */
                        sourceImageUrl: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            402: components["responses"]["402"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    generateVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "A boat leaves the harbour at dawn",
                 *       "duration": 5
                 *     }
                 */
                "application/json": {
                    /** @description What happens in the video. Or send imageUrl. */
                    prompt?: string | null;
                    /** @description The first frame: an http(s) address or a data:image/...;base64 URL of at most 10 MB. */
                    imageUrl?: string | null;
                    /** @description Seconds. */
                    duration?: number | null;
                    resolution?: ("480p" | "720p" | "1080p") | null;
                    /** @description Whether the model marks the video as generated. */
                    watermark?: boolean | null;
                    /** @description Whether the camera stands still. */
                    cameraFixed?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The video that was started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id in the history: `historyId` of the status request. */
                        id: string;
                        taskId: string;
                        /** @constant */
                        status: "processing";
                        /** @description Credits left after the charge. */
                        remainingCredits: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            402: components["responses"]["402"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    getVideoStatus: {
        parameters: {
            query: {
                /** @description `taskId` of the submitted video. */
                taskId: string;
                /** @description `id` of the submitted video. */
                historyId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the video. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        taskId: string;
                        /** @constant */
                        status: "completed";
                        videoUrl: string;
                        error?: null;
                    } | {
                        id: string;
                        taskId: string;
                        /** @constant */
                        status: "failed";
                        error: string;
                        videoUrl?: null;
                    } | {
                        id: string;
                        taskId: string;
                        /** @constant */
                        status: "processing";
                        taskStatus?: string;
                        statusText?: string;
                        elapsedSeconds?: number;
                        /** @description The status could not be read this time. Ask again. */
                        error?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The picture, as a part whose Content-Type begins with image/.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The picture, encoded again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address of the stored picture; a data: URL without object storage. */
                        url: string;
                        filename?: string;
                        /** @description Bytes. */
                        size?: number;
                        /** @description Content type. */
                        type?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    uploadSimple: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The picture, as a part whose Content-Type begins with image/.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The picture, encoded again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address of the stored picture; a data: URL without object storage. */
                        url: string;
                        filename?: string;
                        /** @description Bytes. */
                        size?: number;
                        /** @description Content type. */
                        type?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    createChatCompletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "any-model",
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "What is a good name for a sailing boat?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    model: string;
                    messages: {
                        /** @enum {string} */
                        role: "system" | "developer" | "user" | "assistant";
                        content: string | {
                            /** @constant */
                            type: "text";
                            text: string;
                        }[];
                    }[];
                    stream?: boolean | null;
                    stream_options?: {
                        include_usage?: boolean | null;
                    } | null;
                    temperature?: number | null;
                    top_p?: number | null;
                    max_tokens?: number | null;
                    max_completion_tokens?: number | null;
                    stop?: (string | string[]) | null;
                    presence_penalty?: number | null;
                    frequency_penalty?: number | null;
                    seed?: number | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The completion; with `stream: true`, server-sent events whose data is a chunk, then `[DONE]`. One that fails ends with an error instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        object: "chat.completion";
                        created: number;
                        model: string;
                        choices: {
                            index: number;
                            message: {
                                /** @constant */
                                role: "assistant";
                                content: string;
                                refusal: null;
                            };
                            logprobs: null;
                            /** @enum {string} */
                            finish_reason: "stop" | "length";
                        }[];
                        usage?: {
                            prompt_tokens: number;
                            completion_tokens: number;
                            total_tokens: number;
                        };
                    };
                    "text/event-stream": components["schemas"]["ChatCompletionChunk"] | components["schemas"]["OpenAIError"];
                };
            };
            400: components["responses"]["OpenAI400"];
            401: components["responses"]["OpenAI401"];
            402: components["responses"]["OpenAI402"];
            403: components["responses"]["OpenAI403"];
            409: components["responses"]["OpenAI409"];
            413: components["responses"]["OpenAI413"];
            429: components["responses"]["OpenAI429"];
            500: components["responses"]["OpenAI500"];
            503: components["responses"]["OpenAI503"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        object: "list";
                        data: components["schemas"]["Model"][];
                    };
                };
            };
            401: components["responses"]["OpenAI401"];
            403: components["responses"]["OpenAI403"];
            429: components["responses"]["OpenAI429"];
            500: components["responses"]["OpenAI500"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["OpenAI400"];
            401: components["responses"]["OpenAI401"];
            403: components["responses"]["OpenAI403"];
            404: components["responses"]["OpenAI404"];
            429: components["responses"]["OpenAI429"];
            500: components["responses"]["OpenAI500"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        credits: number;
                        planKey: string;
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                    };
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly job",
                 *       "scopes": [
                 *         "image",
                 *         "read"
                 *       ],
                 *       "creditLimit": 500
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description What the key may be used for. Default: everything. */
                    scopes?: ("chat" | "image" | "video" | "upload" | "read")[] | null;
                    /** @description Credits that may be spent with the key in all. Default: no limit. */
                    creditLimit?: number | null;
                    /** @description From then on the key is refused. Default: never. */
                    expiresAt?: (string) | null;
                };
            };
        };
        responses: {
            /** @description The key, which is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @description The first characters of the key. */
                        prefix: string;
                        scopes: ("chat" | "image" | "video" | "upload" | "read")[];
                        creditLimit: number | null;
                        creditsUsed: number;
                        expiresAt: string | null;
                        lastUsedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @description Shown this once. */
                        key: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pat Person",
                 *       "email": "pat@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    getAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Auth.js's response: JSON or a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A redirect, with the session's cookie once signed in. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    postAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Auth.js's response: JSON or a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A redirect, with the session's cookie once signed in. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The configured provider's name, or `provider`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "pack_200"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The plan or the credit pack to buy.
                     * @enum {string}
                     */
                    key: "starter_monthly" | "starter_yearly" | "pro_monthly" | "pro_yearly" | "pack_200";
                    /** @description Where the buyer returns to. Default: the billing page. */
                    successUrl?: string | null;
                    cancelUrl?: string | null;
                    /** @description The subscription that ends once this plan is paid. This is how a plan is changed. */
                    replacesSubscriptionId?: string | null;
                    /** @description Refuses a plan while another one renews, as where it was bought on another device meanwhile. A plan that is to end, and that its owner resumes before paying, ends once this one is paid. */
                    isFirstPlan?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The checkout. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    receiveProviderWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The configured provider's name, or `provider`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        received: true;
                    };
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    getSimulatedCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The configured provider's name, or `provider`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["400"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
        };
    };
    grantSubscriptionGrantsByGet: {
        parameters: {
            query?: {
                /** @description Schedules in one run, 1 to 500. Default: 50. */
                limit?: string;
                /** @description Instalments of one schedule in one run, 1 to 36. Default: 12. */
                catchUp?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was granted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Instalments granted. */
                        processed: number;
                        schedulesTouched: number;
                        grants: {
                            scheduleId: string;
                            subscriptionId: string;
                            userId: string;
                            totalGranted: number;
                            grantsProcessed: number;
                            remainingGrants: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            500: components["responses"]["500"];
        };
    };
    grantSubscriptionGrants: {
        parameters: {
            query?: {
                /** @description Schedules in one run, 1 to 500. Default: 50. */
                limit?: string;
                /** @description Instalments of one schedule in one run, 1 to 36. Default: 12. */
                catchUp?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was granted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Instalments granted. */
                        processed: number;
                        schedulesTouched: number;
                        grants: {
                            scheduleId: string;
                            subscriptionId: string;
                            userId: string;
                            totalGranted: number;
                            grantsProcessed: number;
                            remainingGrants: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            500: components["responses"]["500"];
        };
    };
    grantSubscriptionCreditsByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was granted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Instalments granted. */
                        processed: number;
                    };
                };
            };
            401: components["responses"]["401"];
            500: components["responses"]["500"];
        };
    };
    grantSubscriptionCredits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was granted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Instalments granted. */
                        processed: number;
                    };
                };
            };
            401: components["responses"]["401"];
            500: components["responses"]["500"];
        };
    };
    adjustCredits: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once. */
                "Idempotency-Key"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 100,
                 *       "reason": "compensation"
                 *     }
                 */
                "application/json": {
                    /** @description Whole credits: positive adds, negative deducts. */
                    amount: number;
                    /** @description Shown to the user in the ledger. Default: adjustment. */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The balance is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "planKey": "pro_yearly",
                 *       "action": "upgrade"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    planKey: "free" | "starter_monthly" | "starter_yearly" | "pro_monthly" | "pro_yearly";
                    /** @enum {string} */
                    action: "upgrade" | "downgrade" | "cancel";
                };
            };
        };
        responses: {
            /** @description The plan is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            500: components["responses"]["500"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready" | "unavailable";
                        checks: {
                            /** @enum {string} */
                            database: "ok" | "unreachable";
                            /** @enum {string} */
                            migrations: "ok" | "missing" | "unknown";
                        };
                    };
                };
            };
            500: components["responses"]["500"];
            /** @description It cannot: the database is unreachable or not migrated, or the process is stopping. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready" | "unavailable";
                        checks: {
                            /** @enum {string} */
                            database: "ok" | "unreachable";
                            /** @enum {string} */
                            migrations: "ok" | "missing" | "unknown";
                        };
                    };
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Unchanged since the ETag of the request. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["500"];
        };
    };
    "generation.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "generation.completed",
                 *       "timestamp": "2026-03-10T12:00:00.000Z",
                 *       "data": {
                 *         "id": "0195802f-1c00-7c3a-9d4e-3f1f6a5b2c10",
                 *         "kind": "image",
                 *         "taskId": null,
                 *         "status": "completed",
                 *         "creditsUsed": 20,
                 *         "createdAt": "2026-03-10T11:59:48.000Z",
                 *         "resultUrl": "https://files.example/images/0195802f.webp"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "generation.completed";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: {
                        /** @description Id of the generation, the historyId of the REST API */
                        id: string;
                        /** @enum {string} */
                        kind: "image" | "video";
                        /** @description The taskId of a video; null for an image */
                        taskId: string | null;
                        /** @description Credits that it was charged */
                        creditsUsed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** @constant */
                        status: "completed";
                        /** @description Address of the image or video */
                        resultUrl: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "generation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "generation.failed",
                 *       "timestamp": "2026-03-10T12:00:00.000Z",
                 *       "data": {
                 *         "id": "0195802f-1c00-7c3a-9d4e-3f1f6a5b2c11",
                 *         "kind": "video",
                 *         "taskId": "cgt-20260310-abcde",
                 *         "status": "failed",
                 *         "creditsUsed": 50,
                 *         "createdAt": "2026-03-10T11:55:00.000Z",
                 *         "error": "Video generation timeout"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "generation.failed";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: {
                        /** @description Id of the generation, the historyId of the REST API */
                        id: string;
                        /** @enum {string} */
                        kind: "image" | "video";
                        /** @description The taskId of a video; null for an image */
                        taskId: string | null;
                        /** @description Credits that it was charged */
                        creditsUsed: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** @constant */
                        status: "failed";
                        error: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "credits.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "credits.granted",
                 *       "timestamp": "2026-03-10T12:00:00.000Z",
                 *       "data": {
                 *         "id": "pay_123",
                 *         "credits": 200,
                 *         "reason": "one_time_pack",
                 *         "reference": "pay_123",
                 *         "balance": 240
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "credits.granted";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: {
                        /** @description Id of the ledger entry */
                        id: string;
                        credits: number;
                        /** @description subscription_cycle, subscription_schedule, one_time_pack, or an administrator's reason */
                        reason: string;
                        /** @description Id of the payment or subscription, if there is one */
                        reference: string | null;
                        /** @description Balance after it */
                        balance: number;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "credits.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "credits.low",
                 *       "timestamp": "2026-03-10T12:00:00.000Z",
                 *       "data": {
                 *         "balance": 95,
                 *         "threshold": 100
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "credits.low";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: {
                        /** @description Balance after the charge that crossed the threshold */
                        balance: number;
                        /** @description The balance was above it before, and is not any more */
                        threshold: number;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscription.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.updated",
                 *       "timestamp": "2026-03-10T12:00:00.000Z",
                 *       "data": {
                 *         "id": "sub_123",
                 *         "planKey": "pro_monthly",
                 *         "status": "scheduled_cancel",
                 *         "currentPeriodEnd": "2026-04-10T12:00:00.000Z",
                 *         "previousPlanKey": "pro_monthly",
                 *         "previousStatus": "active"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "subscription.updated";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: {
                        id: string;
                        planKey: string;
                        /** @description active, trialing, past_due, scheduled_cancel, canceled, expired, … */
                        status: string;
                        /** Format: date-time */
                        currentPeriodEnd: string;
                        /** @description Null for a new subscription */
                        previousPlanKey: string | null;
                        /** @description Null for a new subscription */
                        previousStatus: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook.test",
                 *       "timestamp": "2026-03-10T12:00:00.000Z",
                 *       "data": {
                 *         "endpointId": "0195802f-1c00-7c3a-9d4e-3f1f6a5b2c12"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    data: {
                        endpointId: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
