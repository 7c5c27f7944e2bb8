// What each processor does, by its id (`module:plugin`). Schemas and flags are the catalog's.
import { booleanGateway } from './boolean-gateway';
import { calculator } from './calculator';
import { chatInput } from './chat-input';
import { chatOutput } from './chat-output';
import { dataExtractor } from './data-extractor';
import { dataMapper } from './data-mapper';
import { dataShaper } from './data-shaper';
import { dataToJson } from './data-to-json';
import { forEach } from './foreach';
import { httpRequest } from './http-request';
import { ifElse } from './if-else';
import { jsonToData } from './json-to-data';
import { merge } from './merge';
import { promptTemplate } from './prompt-template';
import { raiseError } from './raise-error';
import { simpleChat } from './simple-chat';
import { stop } from './stop';
import { switchGateway } from './switch-gateway';
import { textInput } from './text-input';
import { textOutput } from './text-output';
import { trigger } from './trigger';
import type { Execute } from './types';

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
  ['flowdrop_trigger:trigger', trigger],
  ['flowdrop_stategraph:foreach', forEach],
  ['aincient_flows:aincient_simple_chat', simpleChat],
  ['flowdrop_ai_provider:simple_chat', simpleChat],
  ['sluice:raise_error', raiseError],
  ['sluice:stop', stop],
]);
