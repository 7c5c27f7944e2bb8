import { isObject, type Json } from '../../model/json';
import { type Execute, NodeFailure } from './types';
import { numberParameter, parameter, textParameter } from './values';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/**
 * `http_request`: one HTTP exchange. A status of 4xx or 5xx is a result. What is refused, cannot be reached or takes too
 * long fails the node (NET-1); the network that the context gives applies RT-NET.
 */
export const httpRequest: Execute = async (parameters, context) => {
  const url = textParameter(parameters, 'url').trim();
  if (url === '') throw failure('There is no address: wire a text into "url".');
  const method = textParameter(parameters, 'method', 'GET');
  if (!METHODS.includes(method))
    throw failure(`There is no method "${method}"; there are ${METHODS.join(', ')}.`);
  const headers = headersOf(parameter(parameters, 'headers'));
  const body = bodyOf(parameter(parameters, 'body'));
  if (body?.json === true && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    headers['content-type'] = 'application/json';
  const response = await context.network.request(
    {
      url,
      method,
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : (body?.text ?? null),
      followRedirects: parameter(parameters, 'follow_redirects') !== false,
      timeoutMs: numberParameter(parameters, 'timeout', 30) * 1000,
    },
    context.signal,
  );
  return {
    outputs: {
      status_code: response.status,
      headers: response.headers,
      body: response.body,
      json: jsonOf(response.body),
      url,
      method,
      request_time: response.millis,
    },
  };
};

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'request_invalid' });
}

function headersOf(value: Json): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      if (typeof given === 'string') return [name, given];
      if (typeof given === 'number' || typeof given === 'boolean') return [name, String(given)];
      throw failure(`The header "${name}" must be text, not ${JSON.stringify(given)}.`);
    }),
  );
}

function bodyOf(value: Json): { readonly text: string; readonly json: boolean } | undefined {
  if (value === null || value === '') return undefined;
  return typeof value === 'string'
    ? { text: value, json: false }
    : { text: JSON.stringify(value), json: true };
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
