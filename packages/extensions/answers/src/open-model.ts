import type { JobContext } from '@docfleet/api/context';
import type { ChatModel } from '@docfleet/chat';
import type { ModelPurpose } from '@docfleet/domain/database';
import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { meterChat } from '@docfleet/pipeline/spending';

/** The model of the first namespace that has one, whose requests are counted for it; throws CHAT_MODEL_NOT_SET where none has. */
export async function openModel(
  { database, priceTable, providers }: JobContext,
  namespaces: readonly Pick<Namespace, 'id' | 'version'>[],
  { tenantId, purpose }: { tenantId: string | undefined; purpose: ModelPurpose },
): Promise<ChatModel> {
  for (const { id, version } of namespaces) {
    const { chatModel, spendingLimit: limit } = await providers.open(id, version);
    const use = { namespaceId: id, tenantId: tenantId ?? null, purpose };
    if (chatModel) return meterChat(chatModel, { database, priceTable, limit }, use);
  }
  throw new AppError(
    'CHAT_MODEL_NOT_SET',
    'There is no chat model: add a chatModelConfig to the namespace, or set DEFAULT_CHAT_MODEL_CONFIG',
    { details: { setting: 'chatModelConfig' } },
  );
}
