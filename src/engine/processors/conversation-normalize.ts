import { isArray } from '../../model/json';
import { normaliseConversation } from '../memory/repair';
import type { Execute } from './types';
import { parameter } from './values';

/** `conversation_normalize`: MEM-5: the conversation as a provider takes it, and how much of it was dropped. */
export const conversationNormalize: Execute = (parameters) => {
  const given = parameter(parameters, 'messages');
  const { messages, dropped } = normaliseConversation(isArray(given) ? given : []);
  return { outputs: { messages, dropped } };
};
