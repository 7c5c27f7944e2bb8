import type { Catalog } from '../../catalog/types';
import {
  anchorOf,
  type EdgeKey,
  type NodeKey,
  type WorkflowDocument,
  type WorkflowNode,
} from '../../model/document';
import { edgeFlags } from '../../model/edge-flags';
import type { Finding } from '../../model/finding';
import { type Direction, handleOf } from '../../model/handle';
import { isArray, isObject, type Json, own } from '../../model/json';
import { setConfigValue, setPortExposure } from '../commands/config';
import { connectIn } from '../commands/connect';
import { acceptContract } from '../commands/contract';
import { edgeIn, nodeIn } from '../commands/draft';
import { removeItems } from '../commands/remove';
import { removeManifestEntry, setManifestEntry } from '../commands/workflow';
import type { Command } from '../editor/types';

/** What one click would do about a finding. `label` is a key under `problems`. */
export type QuickFix = {
  readonly label:
    | 'fixExpose'
    | 'fixRemoveWire'
    | 'fixRemoveSetting'
    | 'fixRemoveEntry'
    | 'fixRename'
    | 'fixDefault'
    | 'fixFreshId'
    | 'fixSecret'
    | 'fixEntryWire'
    | 'fixAccept'
    | 'fixCondition';
  readonly params: { readonly [key: string]: string };
  readonly command: Command;
};

type World = { readonly document: WorkflowDocument; readonly catalog: Catalog; readonly uuid: () => string };

/** The fix that one click can make, or `undefined` where it takes a decision that only the author can take. */
export function quickFix(finding: Finding, world: World): QuickFix | undefined {
  const { target } = finding;
  if (target.kind === 'edge') return edgeFix(finding, target.key, world);
  if (target.kind === 'node') return nodeFix(finding, target.key, target.part, world);
  if (target.kind === 'entry') return entryFix(finding, world);
  return undefined;
}

function edgeFix(finding: Finding, key: EdgeKey, world: World): QuickFix | undefined {
  switch (finding.code) {
    case 'R7_EDGE_TARGET_NOT_EXPOSED':
      return expose(textOf(finding, 'node'), 'input', textOf(finding, 'port'), world);
    case 'R7_EDGE_SOURCE_NOT_EXPOSED':
      return expose(textOf(finding, 'node'), 'output', textOf(finding, 'port'), world);
    case 'R3_EDGE_MISSING_ID':
    case 'R3_EDGE_DUPLICATE_ID': {
      const id = world.uuid();
      return {
        label: 'fixFreshId',
        params: {},
        command: {
          name: 'reconnect',
          perform(draft) {
            const edge = edgeIn(draft, key);
            if (edge !== undefined) edge.id = id;
          },
        },
      };
    }
    case 'W_EDGE_CONDITION':
      return {
        label: 'fixCondition',
        params: {},
        command: {
          name: 'reconnect',
          perform(draft) {
            const edge = edgeIn(draft, key);
            if (edge?.data === undefined) return;
            edge.data = Object.fromEntries(
              Object.entries(edge.data).filter(([name]) => name !== 'condition'),
            );
          },
        },
      };
    case 'R8_EDGE_SOURCE_MISSING':
    case 'R8_EDGE_TARGET_MISSING':
    case 'R12_EDGE_SELF':
    case 'R13_EDGE_PARALLEL_DUPLICATE':
    case 'W_TERMINAL_EDGE':
    case 'W_PORT_UNDECLARED':
    case 'W_LOOP_NOT_CLOSED':
    case 'TOOL_CONSUMER_MISSING':
    case 'TOOL_FORWARDING_CYCLE':
    case 'EDGE_TYPE_UNKNOWN':
      return { label: 'fixRemoveWire', params: {}, command: removeItems({ edges: [key] }) };
    default:
      return undefined;
  }
}

function nodeFix(
  finding: Finding,
  key: NodeKey,
  part: string | undefined,
  world: World,
): QuickFix | undefined {
  const configKey = part?.startsWith('config.') === true ? part.slice('config.'.length) : undefined;
  const node = world.document.nodes.find((other) => other.key === key);
  if (node === undefined) return undefined;
  if (finding.code === 'W_LOOP_HEAD_NO_ENTRY') return entryWire(node, world);
  if (finding.code === 'W_WORKFLOW_CONTRACT') {
    const version = textOf(finding, 'current');
    return { label: 'fixAccept', params: { version }, command: acceptContract(key, version) };
  }
  if (configKey === undefined) return undefined;
  switch (finding.code) {
    case 'W_CONFIG_UNKNOWN_KEY':
      return {
        label: 'fixRemoveSetting',
        params: { key: configKey },
        command: setConfigValue(key, configKey, undefined),
      };
    case 'R6_CONFIG_INVALID': {
      const anchor = anchorOf(node);
      const fallback =
        anchor === undefined ? undefined : world.catalog.built(anchor)?.configDefaults[configKey];
      if (fallback === undefined) return undefined;
      return {
        label: 'fixDefault',
        params: { key: configKey },
        command: setConfigValue(key, configKey, fallback),
      };
    }
    case 'W_SECRET_REFERENCE': {
      const value = own(node.data.config, configKey);
      if (value === undefined) return undefined;
      return {
        label: 'fixSecret',
        params: { key: configKey },
        command: setConfigValue(key, configKey, withDollar(value)),
      };
    }
    default:
      return undefined;
  }
}

function entryFix(finding: Finding, world: World): QuickFix | undefined {
  if (finding.target.kind !== 'entry') return undefined;
  const { key, side } = finding.target;
  switch (finding.code) {
    case 'R10_EXPOSURE_HIDDEN_PORT':
      return expose(textOf(finding, 'node'), side, textOf(finding, 'port'), world);
    case 'R4_NODE_MISSING':
    case 'R4_PORT_MISSING':
      return {
        label: 'fixRemoveEntry',
        params: { name: textOf(finding, 'name') },
        command: removeManifestEntry(side, key),
      };
    case 'R4_NAME_FORMAT': {
      const name = textOf(finding, 'suggestion');
      const entries = side === 'input' ? world.document.inputs : world.document.outputs;
      if (name === '' || entries.some((entry) => entry.name === name)) return undefined;
      return { label: 'fixRename', params: { name }, command: setManifestEntry(side, key, { name }) };
    }
    default:
      return undefined;
  }
}

function expose(id: string, direction: Direction, port: string, world: World): QuickFix | undefined {
  const node = world.document.nodes.find((other) => other.id === id);
  if (node === undefined || port === '') return undefined;
  return {
    label: 'fixExpose',
    params: { port },
    command: setPortExposure(
      node.key,
      direction,
      port,
      true,
      hiddenByDefault(node, direction, port, world.catalog) ? false : undefined,
    ),
  };
}

function hiddenByDefault(node: WorkflowNode, direction: Direction, port: string, catalog: Catalog): boolean {
  const anchor = anchorOf(node);
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  return (
    built?.[direction === 'input' ? 'inputs' : 'outputs'].find((other) => other.id === port)
      ?.exposedByDefault === false
  );
}

/**
 * CMP-6: a loop head that only loop backs enter never starts. The wire that starts it leaves the `trigger` of a start node,
 * or else of a node that nothing leads to; hidden trigger ports are exposed with it.
 */
function entryWire(head: WorkflowNode, { document, catalog, uuid }: World): QuickFix | undefined {
  const runs = (node: WorkflowNode) => {
    const anchor = anchorOf(node);
    const flags = anchor === undefined ? undefined : catalog.built(anchor)?.flags;
    return flags?.executable === true && !flags.terminal && node.key !== head.key ? flags : undefined;
  };
  const entered = new Set(
    document.edges.filter((edge) => !edgeFlags(edge).loopback).map((edge) => edge.target),
  );
  const first =
    document.nodes.find((node) => runs(node)?.start === true) ??
    document.nodes.find((node) => runs(node) !== undefined && !entered.has(node.id));
  if (first === undefined) return undefined;
  const id = uuid();
  const shows = [
    setPortExposure(first.key, 'output', 'trigger', true, true),
    setPortExposure(head.key, 'input', 'trigger', true, true),
  ];
  return {
    label: 'fixEntryWire',
    params: { source: first.id },
    command: {
      name: 'connect',
      perform(draft) {
        const source = nodeIn(draft, first.key);
        const target = nodeIn(draft, head.key);
        if (source === undefined || target === undefined) return;
        for (const show of shows) show.perform(draft);
        connectIn(draft, {
          id,
          source: source.id,
          target: target.id,
          sourceHandle: handleOf(source.id, 'output', 'trigger'),
          targetHandle: handleOf(target.id, 'input', 'trigger'),
        });
      },
    },
  };
}

/** R6.l: every secret reference in a value with its dollar sign. */
export function withDollar(value: Json): Json {
  if (typeof value === 'string') return value.replace(/(^|[^$])\{\{(\s*secrets\.)/g, '$1${{$2');
  if (isArray(value)) return value.map(withDollar);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDollar(item)]));
}

function textOf(finding: Finding, key: string): string {
  const value = finding.params[key];
  return typeof value === 'string' ? value : '';
}
