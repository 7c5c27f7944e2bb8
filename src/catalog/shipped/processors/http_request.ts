import { processor } from '../declare';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** One HTTP request. */
export const httpRequest = processor(
  'flowdrop_node_processor:http_request',
  {
    url: { type: 'string', title: 'Address', description: 'Where the request goes.' },
    method: {
      type: 'string',
      title: 'Method',
      description: 'The HTTP method.',
      enum: METHODS,
      default: 'GET',
    },
    headers: { type: 'object', title: 'Headers', description: 'Headers to send, by name.', default: {} },
    body: {
      type: 'string',
      format: 'multiline',
      title: 'Body',
      description: 'What is sent along.',
      default: '',
    },
    timeout: {
      type: 'integer',
      title: 'Time limit',
      description: 'Seconds to wait for the answer.',
      minimum: 1,
      maximum: 300,
      default: 30,
    },
    follow_redirects: {
      type: 'boolean',
      title: 'Follow redirects',
      description: 'Go where the answer points to.',
      default: true,
    },
  },
  {
    status_code: { type: 'integer', title: 'Status', description: 'The status of the answer.' },
    headers: { type: 'object', title: 'Headers', description: 'Its headers, by name.' },
    body: { type: 'string', title: 'Body', description: 'Its body as text.' },
    json: { title: 'JSON', description: 'Its body as a value, where it is JSON.' },
    url: { type: 'string', title: 'Address', description: 'The address that was asked.' },
    method: { type: 'string', title: 'Method', description: 'The method that was used.' },
    request_time: { type: 'number', title: 'Took', description: 'Milliseconds until the answer.' },
  },
  { flags: { sideEffects: true } },
);
