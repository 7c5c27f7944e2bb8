import type { Processor } from '../../types';
import { aOrB } from './a_or_b';
import { booleanGateway } from './boolean_gateway';
import { calculator } from './calculator';
import { callAndWait } from './call_and_wait';
import { chatInput } from './chat_input';
import { chatModel } from './chat_model';
import { chatOutput } from './chat_output';
import { choiceInput } from './choice_input';
import { confirmation } from './confirmation';
import { conversationBuffer } from './conversation_buffer';
import { dataExtractor } from './data_extractor';
import { dataMapper } from './data_mapper';
import { dataOperations } from './data_operations';
import { dataShaper } from './data_shaper';
import { dataToDataframe } from './data_to_dataframe';
import { dataToJson } from './data_to_json';
import { dataframeOperations } from './dataframe_operations';
import { dateTime } from './date_time';
import { declineSynthesize } from './decline_synthesize';
import { entityQuery } from './entity_query';
import { entitySave } from './entity_save';
import { forEach } from './foreach';
import { formInput } from './form_input';
import { getWorkflowData } from './get_workflow_data';
import { htmlToMarkdown } from './html_to_markdown';
import { httpRequest } from './http_request';
import { idea } from './idea';
import { ifElse } from './if_else';
import { jsonToData } from './json_to_data';
import { logger } from './logger';
import { markdownExtractor } from './markdown_extractor';
import { markdownToHtml } from './markdown_to_html';
import {
  memoryDelete,
  memoryDeleteRaw,
  memoryRead,
  memoryReadRaw,
  memoryWrite,
  memoryWriteRaw,
} from './memory';
import { merge } from './merge';
import { messageToData } from './message_to_data';
import { conversationNormalize, messageAssemble, textToMessage } from './messages';
import { messenger } from './messenger';
import { note } from './note';
import { promptTemplate } from './prompt_template';
import { raiseError } from './raise_error';
import { range } from './range';
import { repeat } from './repeat';
import { reviewInput } from './review_input';
import { simpleChat } from './simple_chat';
import { splitText } from './split_text';
import { stateStorage } from './state_storage';
import { stop } from './stop';
import { switchGateway } from './switch_gateway';
import { textInput } from './text_input';
import { textInputInterrupt } from './text_input_interrupt';
import { textOutput } from './text_output';
import { textProcessor } from './text_processor';
import { delay, rateLimit, schedule } from './timing';
import { toolbox } from './toolbox';
import { trigger } from './trigger';
import { workflowExecutor } from './workflow_executor';
import { workflowResultsRetriever } from './workflow_results_retriever';

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
  callAndWait,
  choiceInput,
  confirmation,
  formInput,
  reviewInput,
  textInputInterrupt,
  httpRequest,
  simpleChat,
  chatModel,
  note,
  idea,
  stop,
  raiseError,
  range,
  repeat,
  forEach,
  stateStorage,
  dataOperations,
  dataToDataframe,
  dataframeOperations,
  splitText,
  textProcessor,
  htmlToMarkdown,
  markdownToHtml,
  markdownExtractor,
  messageToData,
  dateTime,
  aOrB,
  logger,
  messenger,
  getWorkflowData,
  entityQuery,
  entitySave,
  workflowExecutor,
  workflowResultsRetriever,
  conversationBuffer,
  memoryRead,
  memoryReadRaw,
  memoryWrite,
  memoryWriteRaw,
  memoryDelete,
  memoryDeleteRaw,
  messageAssemble,
  conversationNormalize,
  textToMessage,
  delay,
  rateLimit,
  schedule,
  toolbox,
  declineSynthesize,
];

/** Other ids under which a shipped processor is named by node types of other sites. */
export const PROCESSOR_ALIASES: ReadonlyMap<string, string> = new Map([
  ['flowdrop_ai_provider:simple_chat', simpleChat.id],
]);
