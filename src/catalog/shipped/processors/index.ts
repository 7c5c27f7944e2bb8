import type { Processor } from '../../types';
import { booleanGateway } from './boolean_gateway';
import { calculator } from './calculator';
import { chatInput } from './chat_input';
import { chatOutput } from './chat_output';
import { dataExtractor } from './data_extractor';
import { dataMapper } from './data_mapper';
import { dataShaper } from './data_shaper';
import { dataToJson } from './data_to_json';
import { httpRequest } from './http_request';
import { idea } from './idea';
import { ifElse } from './if_else';
import { jsonToData } from './json_to_data';
import { merge } from './merge';
import { note } from './note';
import { promptTemplate } from './prompt_template';
import { raiseError } from './raise_error';
import { simpleChat } from './simple_chat';
import { stop } from './stop';
import { switchGateway } from './switch_gateway';
import { textInput } from './text_input';
import { textOutput } from './text_output';
import { trigger } from './trigger';

/** The processors that ship. What each does is in the engine, by the same id. */
export const SHIPPED_PROCESSORS: readonly Processor[] = [
  chatInput,
  textInput,
  trigger,
  textOutput,
  chatOutput,
  promptTemplate,
  dataMapper,
  dataExtractor,
  dataShaper,
  dataToJson,
  jsonToData,
  merge,
  ifElse,
  booleanGateway,
  switchGateway,
  calculator,
  httpRequest,
  simpleChat,
  note,
  idea,
  stop,
  raiseError,
];

/** Other ids under which a shipped processor is named by node types of other sites. */
export const PROCESSOR_ALIASES: ReadonlyMap<string, string> = new Map([
  ['flowdrop_ai_provider:simple_chat', simpleChat.id],
]);
