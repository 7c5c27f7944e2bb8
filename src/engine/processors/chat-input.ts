import type { Execute } from './types';
import { parameter } from './values';

/** `chat_input`: the turn's message, history and ids, unchanged. */
export const chatInput: Execute = (parameters) => ({
  outputs: {
    message: parameter(parameters, 'message'),
    history: parameter(parameters, 'history'),
    sessionId: parameter(parameters, 'sessionId'),
    messageId: parameter(parameters, 'messageId'),
  },
});
