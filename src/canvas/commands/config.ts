import type { NodeKey } from '../../model/document';
import type { Direction } from '../../model/handle';
import { isArray, isObject, type Json, ownString, sameJson } from '../../model/json';
import type { Command } from '../editor/types';
import { nodeIn, setOwn, writableConfig } from './draft';

/** Sets one configuration key; `undefined` removes it. Keys that are not named stay as they are. */
export function setConfigValue(
  key: NodeKey,
  configKey: string,
  value: Json | undefined,
  options: { readonly merge?: boolean } = {},
): Command {
  return {
    name: 'setConfig',
    params: { key: configKey },
    mergeKey: options.merge === true ? `config:${key}:${configKey}` : undefined,
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined) return;
      const config = writableConfig(node);
      const present = Object.hasOwn(config, configKey);
      if (value === undefined ? !present : present && sameJson(config[configKey], value)) return;
      if (value === undefined) delete config[configKey];
      else setOwn(config, configKey, value);
      node.data.config = config;
    },
  };
}

/**
 * Shows or hides a port on one node (EXPO-2, EXPO-3). Where `byDefault` says what holds without an override, an override
 * that only repeats it is dropped, and with the last one the `ports` map (EXPO-4).
 */
export function setPortExposure(
  key: NodeKey,
  direction: Direction,
  port: string,
  exposed: boolean,
  byDefault?: boolean,
): Command {
  return {
    name: exposed ? 'showPort' : 'hidePort',
    params: { port },
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined) return;
      const config = writableConfig(node);
      const ports: Record<string, Json> = isObject(config.ports) ? { ...config.ports } : {};
      const side = direction === 'input' ? 'inputs' : 'outputs';
      const list = isArray(ports[side]) ? ports[side] : [];
      const isPort = (entry: Json) => ownString(entry, 'id') === port;
      const old = list.findLast(isPort);
      const rest = isObject(old)
        ? Object.entries(old).filter(([name]) => name !== 'exposed')
        : [['id', port] as const];
      const entry: Record<string, Json> = Object.fromEntries(rest);
      if (exposed !== byDefault) entry.exposed = exposed;
      const says = Object.keys(entry).some((name) => name !== 'id');
      const next = list.filter((other) => !isPort(other));
      if (says) next.push(entry);
      if (next.length > 0) ports[side] = next;
      else delete ports[side];
      const empty = Object.values(ports).every((value) => isArray(value) && value.length === 0);
      if (empty) delete config.ports;
      else config.ports = ports;
      if (!sameJson(config, node.data.config)) node.data.config = config;
    },
  };
}
