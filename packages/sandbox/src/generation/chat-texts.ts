// The longer answers of the demo's stand-in model, as Markdown.

export const PLANS_EN = `Genmint has two plans, each paid monthly or yearly, and one pack you can buy at any time:

| | Price | Credits |
|---|---:|---|
| **Starter monthly** | $29 | 1,000 every month |
| **Starter yearly** | $290 | 12,000, paid out as 1,000 a month |
| **Pro monthly** | $99 | 10,000 every month |
| **Pro yearly** | $990 | 120,000, paid out as 10,000 a month |
| **Credit pack** | $5 | 200, once |

A yearly plan costs as much as ten months. Start with the pack if you only want to try a few pictures, and open **Pricing** to compare the rest.`;

export const PLANS_ZH = `Genmint 有两种套餐，可按月或按年付费，另有一个随时可买的积分包：

| | 价格 | 积分 |
|---|---:|---|
| **Starter 月付** | $29 | 每月 1,000 |
| **Starter 年付** | $290 | 共 12,000，每月发放 1,000 |
| **Pro 月付** | $99 | 每月 10,000 |
| **Pro 年付** | $990 | 共 120,000，每月发放 10,000 |
| **积分包** | $5 | 200，一次性 |

年付只收十个月的钱。只想试几张图的话，先买积分包就够了；其余可在**价格**页对比。`;

export const CODE_EN = `Here is a small function that counts the words of a text, and how long it takes to read:

\`\`\`ts
export function describeText(text: string) {
  const words = text.trim().split(/\\s+/).filter(Boolean);
  const characters = Array.from(text).length;
  const minutes = Math.max(1, Math.round(words.length / 220));
  return { words: words.length, characters, minutes };
}

console.log(describeText("Credits in, pictures out."));
// { words: 4, characters: 25, minutes: 1 }
\`\`\`

Step by step:

1. \`trim\` and \`split\` cut the text at white space, and \`filter(Boolean)\` drops the empty string that an empty text would leave.
2. \`Array.from\` counts whole characters, so that an emoji counts once and not twice.
3. 220 words a minute is an ordinary reading speed; \`Math.max\` keeps the result from being zero.`;

export const CODE_ZH = `下面这个函数统计一段文字的词数、字符数和阅读时间：

\`\`\`ts
export function describeText(text: string) {
  const segments = [...new Intl.Segmenter("zh", { granularity: "word" }).segment(text)];
  const words = segments.filter(({ isWordLike }) => isWordLike).length;
  const characters = Array.from(text).length;
  return { words, characters, minutes: Math.max(1, Math.round(words / 260)) };
}

console.log(describeText("用积分生成图片。"));
\`\`\`

分步说明：

1. 中文没有空格，所以用 \`Intl.Segmenter\` 分词，再去掉标点。
2. \`Array.from\` 按完整字符计数，一个表情符号只算一个。
3. 阅读速度按每分钟 260 词估算，结果至少为 1 分钟。`;

export const API_EN = `Every account can use the API. Create a key in your **Settings**, then send it as a bearer token:

\`\`\`bash
curl https://your-genmint.example/v1/chat/completions \\
  -H "Authorization: Bearer $GENMINT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "model": "sandbox-text", "messages": [{ "role": "user", "content": "Hello" }] }'
\`\`\`

- \`/v1\` speaks OpenAI's protocol, so existing clients work after you change the base URL.
- Add an \`Idempotency-Key\` to paid requests: a repeated request then gets the first response and is charged once.
- Webhooks tell your program when a generation ends or credits run low.

The **Developers** page lists every endpoint.`;

export const API_ZH = `每个账号都能使用 API。在**设置**中创建密钥，然后作为 Bearer 令牌发送：

\`\`\`bash
curl https://your-genmint.example/v1/chat/completions \\
  -H "Authorization: Bearer $GENMINT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "model": "sandbox-text", "messages": [{ "role": "user", "content": "你好" }] }'
\`\`\`

- \`/v1\` 兼容 OpenAI 协议，改一下地址即可使用现有客户端。
- 付费请求请带上 \`Idempotency-Key\`：重复请求会得到第一次的结果，只收一次费。
- 生成完成或积分不足时，Webhook 会通知你的程序。

全部接口见**开发者**页。`;
