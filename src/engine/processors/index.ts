// What each processor does, by its id (`module:plugin`). Schemas and flags are the catalog's.

import { aOrB } from './a-or-b';
import { booleanGateway } from './boolean-gateway';
import { calculator } from './calculator';
import { callAndWait } from './call-and-wait';
import { chatInput } from './chat-input';
import { chatModel } from './chat-model';
import { chatOutput } from './chat-output';
import { choiceInput } from './choice-input';
import { confirmation } from './confirmation';
import { conversationBuffer } from './conversation-buffer';
import { conversationNormalize } from './conversation-normalize';
import { dataExtractor } from './data-extractor';
import { dataMapper } from './data-mapper';
import { dataOperations } from './data-operations';
import { dataShaper } from './data-shaper';
import { dataToDataframe } from './data-to-dataframe';
import { dataToJson } from './data-to-json';
import { dataframeOperations } from './dataframe-operations';
import { dateTime } from './date-time';
import { declineSynthesize } from './decline-synthesize';
import { delay } from './delay';
import { entityQuery } from './entity-query';
import { entitySave } from './entity-save';
import { forEach } from './foreach';
import { formInput } from './form-input';
import { getWorkflowData } from './get-workflow-data';
import { htmlToMarkdown } from './html-to-markdown';
import { httpRequest } from './http-request';
import { ifElse } from './if-else';
import { jsonToData } from './json-to-data';
import { logger } from './logger';
import { markdownExtractor } from './markdown-extractor';
import { markdownToHtml } from './markdown-to-html';
import { memoryDelete, memoryDeleteRaw } from './memory-delete';
import { memoryRead, memoryReadRaw } from './memory-read';
import { memoryWrite, memoryWriteRaw } from './memory-write';
import { merge } from './merge';
import { messageAssemble } from './message-assemble';
import { messageToData } from './message-to-data';
import { messenger } from './messenger';
import { promptTemplate } from './prompt-template';
import { raiseError } from './raise-error';
import { range } from './range';
import { rateLimit } from './rate-limit';
import { repeat } from './repeat';
import { reviewInput } from './review-input';
import { schedule } from './schedule';
import { simpleChat } from './simple-chat';
import { splitText } from './split-text';
import { stateStorage } from './state-storage';
import { stop } from './stop';
import { switchGateway } from './switch-gateway';
import { textInput } from './text-input';
import { textInputInterrupt } from './text-input-interrupt';
import { textOutput } from './text-output';
import { textProcessor } from './text-processor';
import { textToMessage } from './text-to-message';
import { toolbox } from './toolbox';
import { trigger } from './trigger';
import type { Execute } from './types';
import { workflowExecutor } from './workflow-executor';
import { workflowResultsRetriever } from './workflow-results-retriever';

/** Every executable processor that is provided here. */
export const processors: ReadonlyMap<string, Execute> = new Map<string, Execute>([
  ['flowdrop_interrupt:call_and_wait', callAndWait],
  ['flowdrop_interrupt:choice_input', choiceInput],
  ['flowdrop_interrupt:confirmation', confirmation],
  ['flowdrop_interrupt:form_input', formInput],
  ['flowdrop_interrupt:text_input_interrupt', textInputInterrupt],
  ['sluice:review_input', reviewInput],
  ['flowdrop_node_processor:boolean_gateway', booleanGateway],
  ['flowdrop_node_processor:calculator', calculator],
  ['flowdrop_node_processor:chat_input', chatInput],
  ['flowdrop_node_processor:chat_output', chatOutput],
  ['flowdrop_node_processor:data_extractor', dataExtractor],
  ['flowdrop_node_processor:data_mapper', dataMapper],
  ['flowdrop_node_processor:data_shaper', dataShaper],
  ['flowdrop_node_processor:data_to_json', dataToJson],
  ['flowdrop_node_processor:http_request', httpRequest],
  ['flowdrop_node_processor:if_else', ifElse],
  ['flowdrop_node_processor:json_to_data', jsonToData],
  ['flowdrop_node_processor:merge', merge],
  ['flowdrop_node_processor:prompt_template', promptTemplate],
  ['flowdrop_node_processor:switch_gateway', switchGateway],
  ['flowdrop_node_processor:text_input', textInput],
  ['flowdrop_node_processor:text_output', textOutput],
  ['flowdrop_node_processor:a_or_b', aOrB],
  ['flowdrop_node_processor:data_operations', dataOperations],
  ['flowdrop_node_processor:data_to_dataframe', dataToDataframe],
  ['flowdrop_node_processor:dataframe_operations', dataframeOperations],
  ['flowdrop_node_processor:date_time', dateTime],
  ['flowdrop_node_processor:entity_query', entityQuery],
  ['flowdrop_node_processor:entity_save', entitySave],
  ['flowdrop_node_processor:get_workflow_data', getWorkflowData],
  ['flowdrop_node_processor:html_to_markdown', htmlToMarkdown],
  ['flowdrop_node_processor:logger', logger],
  ['flowdrop_node_processor:markdown_extractor', markdownExtractor],
  ['flowdrop_node_processor:markdown_to_html', markdownToHtml],
  ['flowdrop_node_processor:message_to_data', messageToData],
  ['flowdrop_node_processor:messenger', messenger],
  ['flowdrop_node_processor:range', range],
  ['flowdrop_node_processor:repeat', repeat],
  ['flowdrop_node_processor:split_text', splitText],
  ['flowdrop_stategraph:state_storage', stateStorage],
  ['flowdrop_node_processor:text_processor', textProcessor],
  ['flowdrop_trigger:trigger', trigger],
  ['flowdrop_stategraph:foreach', forEach],
  ['aincient_flows:aincient_simple_chat', simpleChat],
  ['flowdrop_ai_provider:simple_chat', simpleChat],
  ['sluice:chat_model', chatModel],
  ['sluice:raise_error', raiseError],
  ['sluice:stop', stop],
  ['flowdrop_workflow_executor:workflow_executor', workflowExecutor],
  ['flowdrop_workflow_executor:workflow_results_retriever', workflowResultsRetriever],
  ['flowdrop_memory:conversation_buffer', conversationBuffer],
  ['flowdrop_memory:memory_delete', memoryDelete],
  ['flowdrop_memory:memory_delete_raw', memoryDeleteRaw],
  ['flowdrop_memory:memory_read', memoryRead],
  ['flowdrop_memory:memory_read_raw', memoryReadRaw],
  ['flowdrop_memory:memory_write', memoryWrite],
  ['flowdrop_memory:memory_write_raw', memoryWriteRaw],
  ['flowdrop_node_processor:message_assemble', messageAssemble],
  ['flowdrop_node_processor:conversation_normalize', conversationNormalize],
  ['sluice:text_to_message', textToMessage],
  ['flowdrop_interrupt:delay', delay],
  ['flowdrop_interrupt:rate_limit', rateLimit],
  ['flowdrop_interrupt:schedule', schedule],
  ['flowdrop_node_processor:toolbox', toolbox],
  ['flowdrop_interrupt:decline_synthesize', declineSynthesize],
]);
