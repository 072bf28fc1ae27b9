export { meterChat, type Spending } from './meter-chat.ts';
export { costOf, type PriceTable, priceSettings } from './price-table.ts';
export { type SpendingLimit, spendingLimitConfig } from './spending-limit.ts';
