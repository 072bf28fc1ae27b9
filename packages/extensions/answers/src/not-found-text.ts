import type { Language } from '@docfleet/text-analysis';

const texts: Partial<Record<Language, string>> = {
  da: 'Det findes ikke i dokumenterne.',
  de: 'Das steht nicht in den Dokumenten.',
  en: 'Not found in the documents.',
  es: 'No se encontró en los documentos.',
  fi: 'Tätä ei löytynyt asiakirjoista.',
  fr: 'Introuvable dans les documents.',
  it: 'Non trovato nei documenti.',
  ja: '文書には見つかりませんでした。',
  nl: 'Niet gevonden in de documenten.',
  no: 'Ikke funnet i dokumentene.',
  pl: 'Nie znaleziono w dokumentach.',
  pt: 'Não encontrado nos documentos.',
  ru: 'В документах этого нет.',
  sv: 'Finns inte i dokumenten.',
  tr: 'Belgelerde bulunamadı.',
  uk: 'У документах цього немає.',
  zh: '文档中未找到。',
};

/** Says in a language that the documents do not have the answer; in English where the language is not known. */
export const notFoundText = (language: Language | undefined): string =>
  texts[language ?? 'en'] ?? 'Not found in the documents.';
