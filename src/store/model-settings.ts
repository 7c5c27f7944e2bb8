// The setting of the models as it is stored, and as it was before there could be several connections.
import { BROWSER, MODEL_KINDS, type ModelSettings, OFFLINE } from '../engine/models/settings';
import { own } from '../model/json';
import { list, nullable, object, oneOf, type Reader, string } from './decode';

const models: Reader<ModelSettings> = object({
  default: string,
  connections: list(
    object({
      id: string,
      name: string,
      kind: oneOf(MODEL_KINDS),
      baseUrl: string,
      model: string,
      secret: nullable(string),
    }),
  ),
  script: string,
});
const single = object({ kind: oneOf(['openai']), baseUrl: string, model: string, secret: nullable(string) });
const plain = object({ kind: oneOf(['offline', 'builtin']) });

/** Reads the setting. One model without a name of its own, as it used to be, becomes a connection `server`. */
export const readModels: Reader<ModelSettings> = (value, path, problems) => {
  const kind = own(value, 'kind');
  if (kind === undefined) return models(value, path, problems);
  if (kind !== 'openai') {
    const { kind: known } = plain(value, path, problems);
    return { default: known === 'builtin' ? BROWSER : OFFLINE, connections: [], script: '' };
  }
  const { baseUrl, model, secret } = single(value, path, problems);
  return {
    default: 'server',
    connections: [{ id: 'server', name: hostOf(baseUrl), kind: 'openai', baseUrl, model, secret }],
    script: '',
  };
};

function hostOf(address: unknown): string {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).host : 'server';
}
