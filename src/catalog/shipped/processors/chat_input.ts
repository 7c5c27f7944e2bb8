import type { Schema } from '../../types';
import { processor } from '../declare';

const message: Schema = { type: 'string', title: 'Message', description: 'The text of the turn.' };
const history: Schema = {
  type: 'array',
  title: 'History',
  description: 'Earlier messages of the session, oldest first.',
};
const sessionId: Schema = { type: 'string', title: 'Session', description: 'Id of the session.' };
const messageId: Schema = {
  type: 'string',
  title: 'Message id',
  description: 'Id of the message that began the turn.',
};

/** Hands what a chat turn brought to the graph. */
export const chatInput = processor(
  'flowdrop_node_processor:chat_input',
  { message: { ...message, default: '' }, history, sessionId, messageId },
  { message, history, sessionId, messageId },
);
