import { AppError } from '@docfleet/errors';
import { descendants, type HtmlElement, textOf } from '@docfleet/text/html';

/** A page that stands in for another says little. */
const maxStandInLength = 1_500;
const maxDemandLength = 400;
const maxLoadingLength = 80;
const headingLength = 100;

const unseen = new Set(['script', 'style', 'noscript', 'title', 'head']);
const isUnseen = ({ name, attributes }: HtmlElement) =>
  unseen.has(name) || (name === 'template' && !attributes.has('shadowrootmode'));

/** Matches texts that a script replaces as soon as it runs. */
const loading =
  /^(?:(?:please wait|loading|laden|wird geladen|lädt|chargement|cargando|carregando|caricamento|загрузка|ładowanie|yükleniyor|読み込み中|加载中|載入中|로딩 ?중|جار التحميل)[\s.…!:]*)+$/iu;
const scriptName = /java\s?script|javascript|جافا|자바스크립트/iu;
const demand =
  /(?<!\p{L})(?:enable|enabled|turn on|activate|switch on|requires?|required|needs?|disabled|without|not supported|aktivier\w*|eingeschaltet|benötigt|activ\w+|désactivé|habilit\w+|activar|ativ\w+|abilit\w+|włącz\w*|inschakelen|aktivér|aktiver\w*)(?!\p{L})|включ|отключ|有効|启用|啟用|開啟|활성화|تفعيل/iu;

/** Products that show a check for robots in place of a page: their scripts, elements and headings. */
const challengeMarks =
  /_cf_chl_opt|\/cdn-cgi\/challenge-platform\/|cf-browser-verification|captcha-delivery\.com|px-captcha|perimeterx|_Incapsula_Resource|awswaf\.com|\/_sec\/cp_challenge|ak-challenge|sucuri_cloudproxy|ddos-guard|kasada|geetest/i;
const captchaMarks =
  /(?:google\.com|recaptcha\.net)\/recaptcha\/|hcaptcha\.com|challenges\.cloudflare\.com|smartcaptcha/i;
const challengeWords =
  /\b(?:just a moment|checking (?:if the site connection is secure|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|are you a (?:robot|human)|attention required|access denied|access to this page has been denied|unusual traffic|pardon our interruption|request unsuccessful|complete the security check|security verification|bot detection|human verification|ddos protection)\b/i;

/** Matches titles of pages that stand for a missing one although their server sent status 200. */
const notFound =
  /^(?:(?:oops|sorry|error|fehler|erreur)[\s,.:!…-]*)*(?:(?:error |http )?404[\s,.:!–—-]*)?(?:404|not found|(?:the |this |that )?page (?:was |could |can)?\s?not (?:be )?found|(?:the |this )?page (?:does ?n[o'’]t|does not) exist|page (?:not|isn['’]t) available|(?:die |diese )?seite (?:wurde |konnte )?nicht gefunden(?: werden)?|page (?:non trouvée|introuvable)|página no (?:encontrada|existe)|página não encontrada|pagina (?:non trovata|niet gevonden)|страница не найдена|ページが見つかりません(?:でした)?|(?:您访问的)?页面(?:不存在|未找到)|找不到(?:该|此|网)?页面?|페이지를 찾을 수 없습니다)[\s.!。…]*$/iu;

const isScript = ({ name }: HtmlElement) => name === 'script';

/** Returns the visible text of a page, up to a length that no stand-in page exceeds. */
export function seenText(root: HtmlElement): string {
  let text = '';
  const visit = (element: HtmlElement) => {
    for (const child of element.children) {
      if (text.length > maxStandInLength) return;
      if (typeof child === 'string') text += child;
      else if (!isUnseen(child)) {
        visit(child);
        text += ' ';
      }
    }
  };
  visit(root);
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the addresses and beginnings of a page's scripts, and the ids and classes of its elements. */
function marksOf(root: HtmlElement): string {
  const marks: string[] = [];
  for (const element of descendants(root)) {
    const { attributes } = element;
    marks.push(
      ...['src', 'action', 'id', 'class'].flatMap((name) => attributes.get(name)?.slice(0, 300) ?? []),
    );
    if (isScript(element)) marks.push(textOf(element).slice(0, 2_000));
    if (marks.length > 2_000) break;
  }
  return marks.join('\n');
}

const needsScripts = () =>
  new AppError('PAGE_EMPTY', 'The page shows its text by JavaScript alone, and has none without it', {
    details: { reason: 'Set a browser (SCRAPER_BROWSER), or a web scraper that runs scripts' },
  });

const saysNotFound = () =>
  new AppError(
    'PAGE_EMPTY',
    'The page says that there is no such page, though its server answers as if there were',
  );

/** The titles of a page, without the name of its site. */
function* titlesOf(root: HtmlElement): Generator<string> {
  for (const element of descendants(root))
    if (element.name === 'title' || element.name === 'h1')
      yield* textOf(element)
        .slice(0, maxStandInLength)
        .split(/\s[|–—·•:-]\s/);
}

const isNotFound = (root: HtmlElement): boolean =>
  titlesOf(root).some((title) => notFound.test(title.replace(/\s+/g, ' ').trim().slice(0, headingLength)));

const challenged = () =>
  new AppError('PAGE_FORBIDDEN', 'The site shows a check for robots in place of the page');

/**
 * Finds out whether a page only stands in for another one: for what its scripts would show, for none, or behind a check for robots. Returns the
 * error that it is refused with; undefined for a page that has something to say.
 */
export function findStandIn(root: HtmlElement): AppError | undefined {
  const seen = seenText(root);
  if (seen.length > maxStandInLength) return undefined;
  const marks = marksOf(root);
  if (challengeMarks.test(marks)) return challenged();
  if (seen.length <= maxDemandLength && isNotFound(root)) return saysNotFound();
  if (!descendants(root).some(isScript)) return undefined;
  const isChallenge = captchaMarks.test(marks)
    ? seen
    : seen.length <= maxDemandLength && seen.slice(0, headingLength);
  if (isChallenge && challengeWords.test(isChallenge)) return challenged();
  if (seen === '' || (seen.length <= maxLoadingLength && loading.test(seen))) return needsScripts();
  const isDemand = seen.length <= maxDemandLength && scriptName.test(seen) && demand.test(seen);
  return isDemand ? needsScripts() : undefined;
}
