// What each processor does, by its id (`module:plugin`). Schemas and flags are the catalog's.

import { aOrB } from './a-or-b';
import { booleanGateway } from './boolean-gateway';
import { calculator } from './calculator';
import { chatInput } from './chat-input';
import { chatModel } from './chat-model';
import { chatOutput } from './chat-output';
import { dataExtractor } from './data-extractor';
import { dataMapper } from './data-mapper';
import { dataOperations } from './data-operations';
import { dataShaper } from './data-shaper';
import { dataToDataframe } from './data-to-dataframe';
import { dataToJson } from './data-to-json';
import { dataframeOperations } from './dataframe-operations';
import { dateTime } from './date-time';
import { entityQuery } from './entity-query';
import { entitySave } from './entity-save';
import { forEach } from './foreach';
import { getWorkflowData } from './get-workflow-data';
import { htmlToMarkdown } from './html-to-markdown';
import { httpRequest } from './http-request';
import { ifElse } from './if-else';
import { jsonToData } from './json-to-data';
import { logger } from './logger';
import { markdownExtractor } from './markdown-extractor';
import { markdownToHtml } from './markdown-to-html';
import { merge } from './merge';
import { messageToData } from './message-to-data';
import { messenger } from './messenger';
import { promptTemplate } from './prompt-template';
import { raiseError } from './raise-error';
import { range } from './range';
import { repeat } from './repeat';
import { simpleChat } from './simple-chat';
import { splitText } from './split-text';
import { stateStorage } from './state-storage';
import { stop } from './stop';
import { switchGateway } from './switch-gateway';
import { textInput } from './text-input';
import { textOutput } from './text-output';
import { textProcessor } from './text-processor';
import { trigger } from './trigger';
import type { Execute } from './types';
import { workflowExecutor } from './workflow-executor';
import { workflowResultsRetriever } from './workflow-results-retriever';

/** Every executable processor that is provided here. */
export const processors: ReadonlyMap<string, Execute> = new Map<string, Execute>([
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
]);
