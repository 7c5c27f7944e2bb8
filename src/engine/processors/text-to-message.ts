import type { JsonObject } from '../../model/json';
import { contentText, MESSAGE_ROLES } from '../memory/messages';
import type { Execute } from './types';
import { parameter } from './values';

/** `text_to_message`: MEM-16: a text as one message. An empty one, or one of blanks only, is no message at all. */
export const textToMessage: Execute = (parameters) => {
  const content = contentText(parameter(parameters, 'text'));
  if (content.trim() === '') return { outputs: { message: {}, messages: [] } };
  const given = parameter(parameters, 'role');
  const role = MESSAGE_ROLES.find((known) => known === given) ?? 'user';
  const id = role === 'tool' ? contentText(parameter(parameters, 'tool_call_id')).trim() : '';
  const message: JsonObject = { role, content, ...(id === '' ? {} : { tool_call_id: id }) };
  return { outputs: { message, messages: [message] } };
};
