import { type ChatModel, openChatModel } from '@docfleet/chat';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import type { Egress } from '@docfleet/egress';
import { type OnProviderCall, observeChat } from './observe-calls.ts';

interface ChatSettings {
  readonly egress: Egress;
  /** The operator's own, for namespaces without a chatModelConfig. */
  readonly defaultChatModel?: ChatModel | undefined;
  readonly onCall?: OnProviderCall | undefined;
}

/** The namespace's own model for answers, or the operator's. */
export function openChat(
  { chatModelConfig }: NamespaceConfigs,
  settings: ChatSettings,
): ChatModel | undefined {
  const { egress, defaultChatModel, onCall } = settings;
  const model = chatModelConfig ? openChatModel(chatModelConfig, { egress }) : defaultChatModel;
  return model && onCall ? observeChat(model, onCall) : model;
}

/** The namespace's own model for sentences of context. */
export function openContextModel(
  { contextModelConfig: config }: NamespaceConfigs,
  { egress, onCall }: ChatSettings,
): ChatModel | undefined {
  const model = config && openChatModel(config, { egress, setting: 'contextModelConfig' });
  return model && onCall ? observeChat(model, onCall) : model;
}
