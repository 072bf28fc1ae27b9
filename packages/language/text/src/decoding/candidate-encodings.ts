/** An encoding in which files may be that do not say so, and the languages that are written in it. */
export interface CandidateEncoding {
  readonly encoding: string;
  readonly languages: readonly string[];
  /** How much less likely it is than others before anything is known of the text, as a natural logarithm. */
  readonly handicap: number;
}

const western = 'de fr es pt it nl sv da nb fi is ca en';
const central = 'pl cs sk hu hr sl ro sq';
const cyrillic = 'ru uk bg be sr mk';

const candidate = (encoding: string, languages: string, handicap: number): CandidateEncoding => ({
  encoding,
  languages: languages.split(' '),
  handicap,
});

/** The likelier of two that read a text alike stands first. ISO 8859-1, ISO 8859-9 and TIS-620 are parts of those of Windows. */
export const candidateEncodings: readonly CandidateEncoding[] = [
  candidate('windows-1252', western, 0),
  candidate('windows-1251', cyrillic, 0),
  candidate('shift_jis', 'ja', 0),
  candidate('gb18030', 'zh-Hans zh-Hant', 0),
  candidate('big5', 'zh-Hant', 0),
  candidate('euc-kr', 'ko', 0),
  candidate('euc-jp', 'ja', 0),
  candidate('windows-1250', central, 1),
  candidate('windows-1253', 'el', 1),
  candidate('windows-1254', 'tr az', 1),
  candidate('windows-1255', 'he', 1),
  candidate('windows-1256', 'ar fa ur', 1),
  candidate('windows-874', 'th', 1),
  candidate('windows-1257', 'lt lv et', 1),
  candidate('windows-1258', 'vi', 1),
  candidate('iso-8859-2', central, 1.5),
  candidate('iso-8859-15', western, 2),
  candidate('iso-8859-5', 'ru bg sr', 2),
  candidate('iso-8859-7', 'el', 1.5),
  candidate('iso-8859-8', 'he', 1.5),
  candidate('iso-8859-6', 'ar', 2),
  candidate('koi8-u', 'ru uk', 1),
  candidate('ibm866', 'ru bg', 1.5),
  candidate('x-mac-cyrillic', 'ru uk', 3),
  candidate('macintosh', western, 3),
  candidate('cp850', western, 3),
  candidate('cp437', western, 3.5),
  candidate('cp852', central, 3),
  candidate('cp857', 'tr', 4),
  candidate('cp737', 'el', 4),
  candidate('cp862', 'he', 4),
  candidate('cp775', 'lt lv et', 4),
  candidate('utf-16le', 'ja zh-Hans zh-Hant ko ru el he ar th', 3),
  candidate('utf-16be', 'ja zh-Hans zh-Hant ko ru el he ar th', 3),
];
