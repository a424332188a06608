import { seeded } from "./seeded.ts";

/** Where hostile HTML would have things come from. Nothing there exists, and nothing is asked. */
export const elsewhere = "https://elsewhere.example";

/**
 * HTML that runs `ran()`, or loads something that a page of this site may not load, when a browser is given it as it is.
 * A test holds that each of these does so, and that none of them does once it was built.
 */
export const dangers: readonly string[] = [
  "<script>ran()</script>",
  "<SCRIPT/x>ran()</SCRIPT >",
  "<script src=/x.js></script>",
  '<!--><script src="/x.js"></script>-->',
  "<!---><script>ran()</script>-->",
  "<!-- a --!><script>ran()</script> -->",
  "<!-- a <!-- b --><script>ran()</script> -->",
  "<?php > <script>ran()</script> ?>",
  "<!x > <script>ran()</script> >",
  "<![CDATA[ > <script>ran()</script> ]]>",
  "</ ><script>ran()</script>",
  '</div a="><img alt=" ><script>ran()</script>">',
  '<!x </p a="><img src=x onerror=ran()>">',
  '<? </p a="><script src=/x.js></script>">',
  "<svg><![CDATA[<script>]]></svg><script>ran()</script>",
  "<svg><![CDATA[ > <!-- ]]></svg><script>ran()</script><!-- -->",
  "<svg><script>ran()</script></svg>",
  '<svg><style><img src="x" onerror="ran()"></style></svg>',
  '<svg><title><img src="x" onerror="ran()"></title></svg>',
  '<math><mi><mglyph><style><img src="x" onerror="ran()"></style></mglyph></mi></math>',
  '<svg></p><style><a title="</style><img src=x onerror=ran()>"></svg>',
  '<noscript><p title="</noscript><img src=x onerror=ran()>"></noscript>',
  '<textarea><p title="</textarea><img src=x onerror=ran()>"></textarea>',
  '<title><p title="</title><img src=x onerror=ran()>"></title>',
  '<xmp><p title="</xmp><img src=x onerror=ran()>"></xmp>',
  "<img src=x onerror=ran()>",
  "<img src=x onerror\n=\nran()>",
  '<img/src="x"/onerror=ran()>',
  '<img src="x"onerror="ran()">',
  "<img src=x OnErRoR=&#114;an()>",
  '<img " onerror=ran() src=x>',
  "<img =onerror onerror=ran() src=x>",
  "<image src=x onerror=ran()>",
  "<svg onload=ran()>",
  "<svg onload=ran() /\n\nText.\n\n>",
  '<iframe srcdoc="<script>ran()</script>"/\n\n<b>text</b>',
  "<embed src=/x.html /\n\n<b>text</b>",
  "<svg><image href=x onerror=ran()></svg>",
  "<details open ontoggle=ran()>x</details>",
  "<x-y tabindex=0 autofocus onfocus=ran()>x</x-y>",
  "<input autofocus onfocus=ran()>",
  "<body onload=ran()>",
  "<video><source onerror=ran() src=x></video>",
  "<iframe srcdoc='<script>ran()</script>'></iframe>",
  '<iframe srcdoc="<img src=x onerror=ran()>"></iframe>',
  "<iframe src=javascript:ran()></iframe>",
  "<iframe src=/x.html></iframe>",
  "<object data=/x.html></object>",
  "<embed src=/x.html>",
  "<a href=javascript:ran()>x</a>",
  '<a href="&#1;java&Tab;scr&NewLine;ipt&colon;ran()">x</a>',
  "<a href='&#106avascript:ran()'>x</a>",
  "<a href='&#0000000106;avascript:ran()'>x</a>",
  "<svg><a xlink:href=javascript:ran()><text>x</text></a></svg>",
  "<svg><a><set attributeName=href to=javascript:ran() /><text>x</text></a></svg>",
  "<map name=m><area href=javascript:ran()></map>",
  "<form action=javascript:ran()><button>x</button></form>",
  "<button formaction=javascript:ran()>x</button>",
  "<base href=https://elsewhere.example/>",
  "<meta http-equiv=refresh content='0;url=https://elsewhere.example/'>",
  "<link rel=stylesheet href=https://elsewhere.example/x.css>",
  "<link rel=preload as=image href=https://elsewhere.example/x.png>",
  "<link rel=prefetch href=/x.html>",
  "<style>@import '//elsewhere.example/x.css';</style>",
  "<style>body { background: url(//elsewhere.example/x.png) }</style>",
  "<p style='background: url(https://elsewhere.example/x.png)'>x</p>",
  "<p style='background: u\\72l(https://elsewhere.example/x.png)'>x</p>",
  "<p style='background: u&#x5c;72l(//elsewhere.example/x.png)'>x</p>",
  "<p style='background: image-set(\"https://elsewhere.example/x.png\" 1x)'>x</p>",
  "<img src=//elsewhere.example/x.png>",
  "<img src=/\\elsewhere.example/x.png>",
  "<img src='ht&#10;tps://elsewhere.example/x.png'>",
  "<img src=x srcset='https://elsewhere.example/x.png 1x'>",
  "<picture><source srcset=https://elsewhere.example/x.png><img src=x></picture>",
  "<input type=image src=https://elsewhere.example/x.png>",
  "<table background=https://elsewhere.example/x.png><tr><td>x</td></tr></table>",
  "<video src=https://elsewhere.example/x.mp4></video>",
  "<video src=/x.mp4></video>",
  "<video poster=https://elsewhere.example/x.png></video>",
  "<audio src=/x.ogg></audio>",
  "<video><track default src=/x.vtt></video>",
  "<svg><image href=https://elsewhere.example/x.png></svg>",
  "<svg><image><set attributeName=href to=https://elsewhere.example/x.png /></image></svg>",
  "<svg><use href=/x.svg#x></svg>",
  "<svg><rect width=9 height=9 mask='url(https://elsewhere.example/x.svg#x)'/></svg>",
  "<svg><rect width=9 height=9 filter='url(/x.svg#x)'/></svg>",
  "<svg><filter id=f><feImage href=https://elsewhere.example/x.png /></filter><rect width=9 height=9 filter=url(#f) /></svg>",
  '<img src="https://elsewhere.example/x.png" alt="<script>ran()</script>">',
  "<div title='\n\n<img alt=' onclick=ran() src=x>",
  "> [!NOTE] <img src=x onerror=ran()>\n> <script>ran()</script>",
  '[[pic.png|<img src=x onerror=ran()>]] ![[pic.png|"><script>ran()</script>]]',
  'https://a.example/"><img src=x onerror=ran()>',
];

const names =
  "p div span a b img image svg math template noscript table td select option script style title textarea iframe object embed video audio source link meta base form input button details marquee body html head frameset xmp plaintext noembed noframes use set animate foreignObject feImage mi mtext mglyph annotation-xml desc x-y a<b".split(
    " ",
  );
const attributes =
  "onerror onload onfocus onclick ontoggle onbegin ONERROR src href xlink:href srcset style background poster action formaction ping data srcdoc title alt id name class rel type http-equiv content attributeName to values mask filter fill tabindex autofocus open x \" ' =x <b".split(
    " ",
  );
const values = [
  "ran()",
  "x",
  "/pic.png",
  "/x.js",
  "/x.html",
  "href",
  "refresh",
  "stylesheet",
  "javascript:ran()",
  "java&#9;script:ran()",
  "&#106avascript&colon;ran()",
  "data:text/html,<script>ran()</script>",
  `${elsewhere}/x.png`,
  "//elsewhere.example/x",
  "/\\elsewhere.example/x",
  `${elsewhere}/x.png 2x`,
  `url(${elsewhere}/x.png)`,
  "background:u\\72l(//elsewhere.example/x)",
  `0;url=${elsewhere}/`,
  '"><img src=x onerror=ran()>',
  "'><script>ran()</script>",
  "--><script>ran()</script>",
  "<!--",
  "]]>",
  ">",
  "a`b",
  "&quot; onclick=ran() ",
];
const marks = [
  ...'<!-- <!--> <!---> --> --!> --- <!- <!> <![CDATA[ <![ ]]> <? ?> <!x <!doctype </ </> < > " \' ` = & &lt; <a <p/ </p </p\u0020a=" * _ - # [x]( ) ![x]( <javascript:ran()> {'.split(
    " ",
  ),
  "\n",
  "\n\n",
  "\n\n- ",
  "\n\n> ",
  "\n\n    ",
  "\n\n```\n",
  "\n\n> [!NOTE] ",
  "[[pic.png|",
  "![[pic.png|",
  "[[/0|",
  "]]",
  "|",
  " https://a.example/",
  " www.a.example/",
  " a@b.example",
  "{{<",
  ">}}",
  "text",
  "<img src=x onerror=ran()>",
  "<script>ran()</script>",
  "<script src=/x.js></script>",
];

/** As many pieces of HTML and Markdown as wanted, made of what breaks programs that read HTML. The same seed gives the same ones. */
export function hostileFragments(count: number, seed: number): string[] {
  const { below, pick } = seeded(seed);
  const value = (): string => {
    const text = pick(values);
    return pick([`="${text}"`, `='${text}'`, `=${text}`, ` = "${text}"`, `="${text}`, `='${text}`, "", `=\n"${text}"`]);
  };
  const open = (): string => {
    const list = Array.from(
      { length: below(4) },
      () => pick([" ", "/", "\t", "\n", "\f", "  "]) + pick(attributes) + value(),
    );
    return `<${pick(names)}${list.join("")}${pick([">", ">", ">", "/>", " >", "", "\n>"])}`;
  };
  const close = (): string => `</${pick(names)}${pick([">", ">", " >", "/>", ' a=">', " onclick=ran()>", ""])}`;
  const piece = (): string => pick([open, open, open, close, () => pick(marks), () => pick(marks)])();
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(7) }, piece).join(pick(["", "", " ", "\n"])),
  );
}
