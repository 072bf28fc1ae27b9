export {
  costOf,
  meterChat,
  type PriceTable,
  priceSettings,
  type Spending,
  type SpendingLimit,
  spendingLimitConfig,
} from './spending-limit.ts';
