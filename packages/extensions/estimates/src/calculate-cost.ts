import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { costOf, type PriceTable } from '@docfleet/pipeline/spending';
import type { EstimateOutcome } from './outcome.ts';

/** Cost of an ingestion in the currency of the price table, or the reason why it is unknown. */
export type Cost =
  | {
      readonly currency: string;
      readonly total: number;
      readonly parts: {
        readonly embedding: number;
        readonly context: number;
        readonly ocr: number;
        readonly scraping: number;
      };
    }
  | { readonly unknown: string };

interface Priced {
  readonly configs: NamespaceConfigs;
  readonly figures: EstimateOutcome['figures'];
  /** Whether its documents are pages that the namespace's scraper reads. */
  readonly isScraped: boolean;
}

/** Rounds an amount to six decimals: small amounts matter, floating-point noise does not. */
const rounded = (amount: number) => Number(amount.toFixed(6));

/** Returns amount times price, or why that is unknown; an amount of 0 costs nothing, whether there is a price or not. */
function calculate(amount: number, price: number | undefined, name: string): number | { unknown: string } {
  if (amount === 0) return 0;
  return price === undefined ? { unknown: `PRICE_TABLE has no price for ${name}` } : amount * price;
}

/** Returns the cost of the sentences of context, or why it is unknown. */
function costOfContexts(
  table: PriceTable,
  { contextModelConfig: config }: NamespaceConfigs,
  { contexts, contextInputTokens, contextOutputTokens }: Priced['figures'],
) {
  if (contexts.value === 0) return 0;
  const model = `${config?.provider}/${config?.['model']}`;
  const tokens = { inputTokens: contextInputTokens.value, outputTokens: contextOutputTokens.value };
  return costOf(table, { model, ...tokens }) ?? { unknown: `PRICE_TABLE has no price for ${model}` };
}

/** Returns the cost of an estimate at the operator's prices. Nothing is guessed: a missing price makes the cost unknown. */
export function calculateCost(table: PriceTable | undefined, { configs, figures, isScraped }: Priced): Cost {
  if (!table) return { unknown: 'The operator has set no prices: PRICE_TABLE' };
  const { embeddingModelConfig, webScraperConfig } = configs;
  const model = `${embeddingModelConfig?.provider}/${embeddingModelConfig?.['model']}`;
  const scraper = String(webScraperConfig?.provider);
  const embedding = calculate(figures.embeddedTokens.value / 1_000_000, table.embedding[model], model);
  const context = costOfContexts(table, configs, figures);
  const ocr = calculate(figures.ocrPages.value, table.ocrPage, 'ocrPage');
  // The fleet's own scraper costs nothing unless the operator says otherwise.
  const pagePrice = table.scrapedPage[scraper] ?? (scraper === 'BUILTIN' ? 0 : undefined);
  const scraping = calculate(isScraped ? figures.documents.value : 0, pagePrice, `scrapedPage ${scraper}`);
  for (const part of [embedding, context, ocr, scraping]) if (typeof part === 'object') return part;
  const parts = {
    embedding: Number(embedding),
    context: Number(context),
    ocr: Number(ocr),
    scraping: Number(scraping),
  };
  const total = rounded(parts.embedding + parts.context + parts.ocr + parts.scraping);
  return {
    currency: table.currency,
    total,
    parts: {
      embedding: rounded(parts.embedding),
      context: rounded(parts.context),
      ocr: rounded(parts.ocr),
      scraping: rounded(parts.scraping),
    },
  };
}
