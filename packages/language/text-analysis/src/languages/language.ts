import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { fold } from './fold.ts';

/** ISO 639-1 codes of the languages whose words are reduced to stems, or whose function words are known. */
export const languages = [
  'ar',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'hu',
  'it',
  'ja',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
] as const;
export type Language = (typeof languages)[number];

/** Snowball's lists, which lack many of the words that questions are made of: those follow below. */
const stopWords: Partial<Record<Language, readonly string[]>> = {
  ar: arabic,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

const questionWords: Record<Language, string> = {
  ar: 'كم متى أين كيف ماذا لماذا هل من ما لدي يمكنني أستطيع يجب',
  da: 'hvor mange meget hvornår hvordan hvorfor hvad hvem hvilken hvilket hvilke får kan skal findes giver',
  de: 'wie viel viele vielen wann wo warum wieso weshalb was wer wen wem wessen welche welcher welches welchen gibt bekomme bekommt kann darf muss lange oft bitte man',
  el: 'πως ποσα ποσεσ ποσο ποτε που γιατι τι ποιοσ ποια ποιο εχω μπορω πρεπει υπαρχει',
  en: 'how many much long often what when where which who whom whose why do does did done is are was were has have had can could may might must shall should will would get gets got i me my mine we us our you your it its they them their he she there here any some please tell show give find need want let long if so no not of on or such that the then these this to with into for from by at as be but a an and in about also am been being',
  es: 'cuánto cuánta cuántos cuántas cuándo dónde cómo qué quién quiénes cuál cuáles hay puedo puede debo tengo tiene',
  fi: 'kuinka monta paljon milloin missä miten miksi mikä mitä kuka ketkä kenen saan saa voin voi pitää minulla onko',
  fr: "combien quand où comment pourquoi quoi quel quelle quels quelles qui que est-ce puis-je peut-on dois faut ai-je y a-t-il j'ai peux peut",
  hu: 'hány mennyi mikor hol hogyan miért mi mit ki kinek melyik lehet kell van vagyok',
  it: 'quanto quanti quanta quante quando dove come perché cosa chi quale quali posso può devo ho c’è',
  ja: 'は が を に の で と も か な ですか ますか です ます する した どこ いつ だれ なに 何 どう どの ください',
  nl: 'hoe veel hoeveel wanneer waar waarom wat wie welke welk mag moet kan krijg krijgt heb heeft lang vaak',
  no: 'hvor mange mye når hvordan hvorfor hva hvem hvilken hvilket hvilke får kan skal finnes',
  pl: 'ile kiedy gdzie jak dlaczego co kto kogo który która które mam ma czy jest są być się i w na z do o od po za nie to że mogę można muszę dla przez przy jaki jaka jakie',
  pt: 'quanto quanta quantos quantas quando onde como porquê quê que quem qual quais há posso pode devo tenho tem',
  ro: 'cât câtă câți câte când unde cum de ce cine care pot poate trebuie am are este sunt',
  ru: 'сколько когда где как почему зачем что кто кому какой какая какие можно нужно есть ли мне мой',
  sv: 'hur många mycket när var varför vad vem vilken vilket vilka får kan ska finns ges jag mig har',
  tr: 'kaç ne nerede nasıl neden niçin kim hangi kadar zaman var mı mi mu mü yok bana benim',
  uk: 'скільки коли де як чому що хто кому який яка які можна треба є чи мені мій у в на і та до з за не це',
  zh: '的 了 吗 呢 是 在 我 你 他 她 们 有 多少 几 什么 怎么 如何 为什么 哪里 哪个 谁 何时 可以 能 请',
};

const functionWordsOf = new Map<Language, ReadonlySet<string>>(
  languages.map((language) => [
    language,
    new Set(
      [...(stopWords[language] ?? []), ...questionWords[language].split(' ')].map((word) =>
        fold(word.toLowerCase().replaceAll('’', "'")),
      ),
    ),
  ]),
);

const languagesOf = new Map<string, Language[]>();
for (const [language, words] of functionWordsOf)
  for (const word of words) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** Whether a folded word carries grammar rather than content in this language. */
export const isFunctionWord = (word: string, language: Language): boolean =>
  functionWordsOf.get(language)?.has(word) ?? false;

/** The languages in which a folded word carries grammar rather than content. */
export const languagesOfFunctionWord = (word: string): readonly Language[] => languagesOf.get(word) ?? [];
