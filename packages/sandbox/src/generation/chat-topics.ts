import { API_EN, API_ZH, CODE_EN, CODE_ZH, PLANS_EN, PLANS_ZH } from "./chat-texts";

/** A subject that the demo's stand-in model knows, with its answer in English and Chinese as Markdown. */
interface Topic {
  /** What a message about it contains. */
  pattern: RegExp;
  en: string;
  zh: string;
}

/** In the order in which they are tried. Words about money come first, because they are in the others' questions too. */
const TOPICS: readonly Topic[] = [
  {
    pattern: /\bcancel|\bunsubscribe|取消|退订/i,
    en: `You can cancel any time: open **Billing**, choose **Cancel plan** and confirm.

- Your plan keeps running until the end of the period you paid for.
- Credits you already have stay on your account.
- A yearly plan keeps paying out its monthly credits until the year is over.

Nothing is charged after that.`,
    zh: `随时可以取消：打开**账单**页，选择**取消套餐**并确认。

- 套餐会用到已付费周期结束。
- 已有的积分会保留。
- 年付套餐会继续按月发放积分，直到这一年结束。

之后不再扣款。`,
  },
  {
    pattern: /\brefund|\bmoney back\b|\bchargeback|退款|退费|退回/i,
    en: `Two different things can be refunded:

1. **Credits.** Where the shop has automatic refunds on, a failed image, video or answer gives its credits back, and the ledger shows the entry as *Refund*. Where they are off, support can return them.
2. **Money.** Write to support with the receipt from **Billing**. A full refund ends the instalments of a yearly plan.

What you did *not* lose: a request that was refused for too few credits is never charged.`,
    zh: `退款分两种：

1. **积分**：如果开启了自动退还，生成失败的图片、视频或回答会退还积分，明细里显示为“退款”；未开启时可联系客服处理。
2. **金额**：把**账单**页的收据发给客服。全额退款后，年付套餐的后续发放会停止。

因积分不足被拒绝的请求不会扣费。`,
  },
  {
    pattern:
      /\bpric(?:es?|ing)\b|\bplans?\b|\bhow much\b|\bcosts?\b|\bsubscri|\bstarter\b|\bpro\b|价格|套餐|多少钱|订阅|收费|年付|月付/i,
    en: PLANS_EN,
    zh: PLANS_ZH,
  },
  {
    pattern: /\bcredits?\b|\bbalance\b|\bledger\b|积分|余额/i,
    en: `Credits are what you pay with:

- a chat message costs **10**
- an image costs **20**
- a video costs **50**

The price is on every button, and you pay when the work begins. Your ledger in **Billing** lists every change with the balance after it. Monthly plans add their credits with each payment; yearly plans pay them out month by month.`,
    zh: `积分就是这里的货币：

- 一条对话消息 **10** 积分
- 一张图片 **20** 积分
- 一段视频 **50** 积分

每个按钮上都写着价格，开始时扣除。**账单**页的明细列出每一笔变动和变动后的余额。月付套餐随每次付款到账，年付套餐按月发放。`,
  },
  { pattern: /\bapi\b|\bwebhooks?\b|\bsdk\b|\bcurl\b|\bintegrat|接口|开发者/i, en: API_EN, zh: API_ZH },
  {
    pattern: /\bcode\b|\bfunction\b|\btypescript\b|\bjavascript\b|代码|编程|函数/i,
    en: CODE_EN,
    zh: CODE_ZH,
  },
  {
    pattern: /\btable\b|\bcompar(?:e|ison)\b|表格|对比|比较/i,
    en: `The three studios side by side:

| | Chat | Image | Video |
|---|---|---|---|
| **Cost** | 10 credits a message | 20 credits | 50 credits |
| **Takes** | seconds, streamed | a few seconds | 1 to 3 minutes |
| **Starts from** | your message | a prompt and a reference picture | a prompt or a first frame |
| **Good for** | drafts, plans, code | new looks for a picture | short moving scenes |`,
    zh: `三个工作室的对比：

| | 对话 | 图片 | 视频 |
|---|---|---|---|
| **价格** | 每条 10 积分 | 20 积分 | 50 积分 |
| **耗时** | 几秒，边写边显示 | 几秒 | 1–3 分钟 |
| **起点** | 你的消息 | 提示词加参考图 | 提示词或首帧图 |
| **适合** | 草稿、计划、代码 | 给图片换个样子 | 短动态画面 |`,
  },
  {
    pattern: /\bmath|\bequation|\bformula|\bintegral|\bquadratic|\bpythagor|数学|公式|方程|勾股/i,
    en: `The quadratic equation $ax^2 + bx + c = 0$ has the solutions

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

For $x^2 - 5x + 6 = 0$ that is $x = \\frac{5 \\pm \\sqrt{25 - 24}}{2}$, so $x_1 = 2$ and $x_2 = 3$. To check: $2 + 3 = 5$ and $2 \\cdot 3 = 6$, the coefficients with their signs.`,
    zh: `一元二次方程 $ax^2 + bx + c = 0$ 的解是

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

以 $x^2 - 5x + 6 = 0$ 为例：$x = \\frac{5 \\pm \\sqrt{25 - 24}}{2}$，所以 $x_1 = 2$，$x_2 = 3$。验算：$2 + 3 = 5$，$2 \\cdot 3 = 6$。`,
  },
  {
    pattern: /\bvideos?\b|\banimat|视频|动画/i,
    en: `For a video that looks the way you mean it:

1. **Start from a picture** you like. The first frame decides most of the style.
2. **Describe one movement**, not a story: *"slow zoom out, waves roll in from the left"*.
3. **Name the camera**: fixed, pan, dolly, drone shot.
4. Try **5 seconds** first. A video costs 50 credits at any length.

It usually takes 1 to 3 minutes. You can leave the page; the result waits in your library.`,
    zh: `想让视频符合预期：

1. **从一张满意的图片开始**，首帧决定大部分风格。
2. **只描述一个动作**，不要写成故事：“镜头缓缓拉远，海浪从左边涌来”。
3. **写明镜头**：固定、平移、推进、航拍。
4. 先试 **5 秒**。无论长短都是 50 积分。

通常需要 1–3 分钟。可以离开页面，结果会保存在素材库。`,
  },
  {
    pattern: /\bimages?\b|\bpictures?\b|\bphotos?\b|\bprompts?\b|图片|图像|照片|提示词/i,
    en: `Good image prompts say four things:

- **Subject**: *a lighthouse on a cliff*
- **Light**: *at dusk, warm window light*
- **Style**: *watercolour, loose brush strokes*
- **Frame**: *wide shot, low horizon, lots of sky*

Put what matters most first, and change one thing at a time. From a result you like, start again with it as the reference: the next one keeps its composition.`,
    zh: `好的图片提示词包含四点：

- **主体**：悬崖上的灯塔
- **光线**：黄昏，窗口透出暖光
- **风格**：水彩，笔触松散
- **构图**：远景，低地平线，大片天空

最重要的放在最前面，每次只改一处。遇到满意的结果，就用它作参考图再生成，构图会保留下来。`,
  },
  {
    pattern: /\btides?\b|潮汐/i,
    en: `Imagine the sea as a big blanket around the Earth, and the Moon as a friend who gently pulls at it.

- On the side that faces the Moon, the blanket is pulled up a little: **high tide**.
- On the far side it bulges too, because there the pull is weakest and the water lags behind.
- In between, the sea is lower: **low tide**.

The Earth turns once a day under these two bulges, so most coasts see two high tides and two low tides. When Sun and Moon pull in the same line, the tide is extra high. Sailors call that a *spring tide*.`,
    zh: `把大海想成盖在地球上的一条大毯子，月亮是轻轻拉它的朋友。

- 面向月亮的一边，毯子被拉起来一点：**涨潮**。
- 背对月亮的一边也会鼓起，因为那里的引力最弱，海水“落在后面”。
- 中间的地方海水变低：**退潮**。

地球每天在这两个鼓包下面转一圈，所以多数海岸一天有两次涨潮、两次退潮。太阳和月亮在一条线上时，潮水特别高，叫“大潮”。`,
  },
  {
    pattern: /\b(?:e-?mail|letter)\b|邮件|信件/i,
    en: `> **Subject:** Moving our meeting to Tuesday
>
> Hi Sam,
>
> could we move our meeting to next Tuesday, same time? A delivery has shifted on our side, and I'd like to bring you the finished numbers instead of half of them.
>
> If Tuesday doesn't work, Wednesday morning is free too. Thanks for being flexible!
>
> Best,
> Alex

Tell me if it should be shorter or more formal.`,
    zh: `> **主题：** 会议改到下周二
>
> 小林，你好：
>
> 我们的会议可以改到下周二同一时间吗？我们这边交付时间有调整，想把完整的数据带给你。
>
> 如果周二不方便，周三上午也可以。谢谢理解！
>
> 祝好
> 小陈

需要更简短或更正式，告诉我就行。`,
  },
  {
    pattern: /\bgenmint\b|\bwho are you\b|\bwhat (?:are|can) you\b|\bhelp\b|你是谁|你能|帮助|介绍/i,
    en: `**Genmint** turns credits into chat answers, images and videos, all from one balance.

- **Chat** drafts, explains and writes code.
- **Image** gives a picture a new look from a prompt.
- **Video** makes a short scene from a prompt or a first frame.

I'm the demo's stand-in model: I know this service, and a little code, maths and writing. Ask me about **plans**, **credits**, **refunds** or the **API**.`,
    zh: `**Genmint** 用一份积分余额完成对话、图片和视频。

- **对话**：起草、讲解、写代码。
- **图片**：用提示词给图片换个样子。
- **视频**：从提示词或首帧图生成短片。

我是演示用的替身模型，了解这个服务，也会一点代码、数学和写作。可以问我**套餐**、**积分**、**退款**或 **API**。`,
  },
  {
    pattern: /^\s*(?:hi|hello|hey|good (?:morning|evening)|你好|您好|嗨)[\s!.,！。，]*$/i,
    en: `Hello! I'm the stand-in model of this Genmint demo.

I can tell you what the **plans** cost, how **credits** work, how to write a good **image prompt**, or show you some **code**, a **table** or a bit of **maths**. What would you like to know?`,
    zh: `你好！我是 Genmint 演示环境的替身模型。

我可以介绍**套餐**价格、**积分**用法、怎样写好**图片提示词**，也能展示**代码**、**表格**和**数学**公式。想了解什么？`,
  },
];

const CHINESE = /\p{Script=Han}/u;
const TRIGGER_WORD = /\[\w+(?::\d+)?\]/g;

export function isChinese(message: string): boolean {
  return CHINESE.test(message);
}

/** The answer to a message about a known subject, in the language of the message; null for any other. */
export function answerTopic(message: string): string | null {
  const text = message.replaceAll(TRIGGER_WORD, " ");
  const topic = TOPICS.find(({ pattern }) => pattern.test(text));
  return topic ? topic[isChinese(text) ? "zh" : "en"] : null;
}
