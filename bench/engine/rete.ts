import { ClassicPreset, NodeEditor } from 'rete';
import { DataflowEngine } from 'rete-engine';
import type { Round } from './turns';

const socket = new ClassicPreset.Socket('text');

/** Passes a text on. The first is given one. */
class Pass extends ClassicPreset.Node {
  constructor(private readonly first: string | undefined) {
    super('pass');
    if (first === undefined) this.addInput('text', new ClassicPreset.Input(socket));
    this.addOutput('text', new ClassicPreset.Output(socket));
  }
  data(inputs: { readonly text?: readonly string[] }): { readonly text: string } {
    return { text: this.first ?? inputs.text?.[0] ?? '' };
  }
}

type Link = ClassicPreset.Node;
type Schemes = { Node: Pass; Connection: ClassicPreset.Connection<Link, Link> };

/** Nodes in a row, each handing a text to the next; the last is asked for, which runs them all. */
export async function reteChain(executions: number): Promise<() => Round> {
  const editor = new NodeEditor<Schemes>();
  const engine = new DataflowEngine<Schemes>();
  editor.use(engine);
  const nodes = Array.from({ length: executions }, (_, i) => new Pass(i === 0 ? 'hello' : undefined));
  for (const node of nodes) await editor.addNode(node);
  for (const [i, node] of nodes.entries()) {
    const before = nodes[i - 1];
    if (before !== undefined)
      await editor.addConnection(new ClassicPreset.Connection<Link, Link>(before, 'text', node, 'text'));
  }
  const last = nodes.at(-1)?.id ?? '';
  return () => {
    engine.reset();
    return {
      async run() {
        const { text } = await engine.fetch(last);
        if (text !== 'hello') throw new Error('Rete did not run the chain through.');
      },
    };
  };
}
