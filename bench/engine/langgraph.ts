import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import type { Round } from './turns';

const Text = Annotation.Root({ text: Annotation<string> });
const Texts = Annotation.Root({
  text: Annotation<string>,
  texts: Annotation<string[]>({ reducer: (before, more) => before.concat(more), default: () => [] }),
});
const Count = Annotation.Root({ n: Annotation<number> });

type App<Input> = { invoke(input: Input, options: object): Promise<{ readonly [channel: string]: unknown }> };

/** Rounds of an app, compiled for each with a memory of its own where it keeps checkpoints. */
function rounds<Input>(
  compiled: (saver: MemorySaver | undefined) => App<Input>,
  input: Input,
  executions: number,
  checkpointing: boolean,
  check: (result: { readonly [channel: string]: unknown }) => boolean,
): () => Round {
  return () => {
    const app = compiled(checkpointing ? new MemorySaver() : undefined);
    return {
      async run() {
        const result = await app.invoke(input, {
          recursionLimit: executions + 10,
          configurable: { thread_id: 'bench' },
        });
        if (!check(result)) throw new Error('LangGraph did not run the graph as drawn.');
      },
    };
  };
}

/** Nodes in a row, each handing on the text. */
export function langGraphChain(executions: number, checkpointing: boolean): () => Round {
  // Node names are plain strings: the builder's own type grows with every node, and five hundred are too many to check.
  const graph = new StateGraph<typeof Text, typeof Text.State, typeof Text.Update, string>(Text);
  for (let i = 0; i < executions; i += 1) graph.addNode(`n${i}`, (state) => ({ text: state.text }));
  graph.addEdge(START, 'n0');
  for (let i = 1; i < executions; i += 1) graph.addEdge(`n${i - 1}`, `n${i}`);
  graph.addEdge(`n${executions - 1}`, END);
  return rounds(
    (checkpointer) => graph.compile({ checkpointer }),
    { text: 'hello' },
    executions,
    checkpointing,
    ({ text }) => text === 'hello',
  );
}

/** One node, all but two behind it in one superstep, and one that waits for them all. */
export function langGraphFan(executions: number, checkpointing: boolean): () => Round {
  const wide = Array.from({ length: executions - 2 }, (_, i) => `w${i}`);
  const graph = new StateGraph<typeof Texts, typeof Texts.State, typeof Texts.Update, string>(Texts);
  graph.addNode('n0', (state) => ({ text: state.text }));
  for (const id of wide) graph.addNode(id, (state) => ({ texts: [state.text] }));
  graph.addNode('last', (state) => ({ text: String(state.texts.length) }));
  graph.addEdge(START, 'n0');
  for (const id of wide) graph.addEdge('n0', id);
  graph.addEdge(wide, 'last');
  graph.addEdge('last', END);
  return rounds(
    (checkpointer) => graph.compile({ checkpointer }),
    { text: 'hello' },
    executions,
    checkpointing,
    ({ text }) => text === String(wide.length),
  );
}

/** A head that counts and a tail that leads back to it: `executions` of both together. */
export function langGraphLoop(executions: number, checkpointing: boolean): () => Round {
  const last = executions / 2;
  const graph = new StateGraph(Count)
    .addNode('head', (state) => ({ n: state.n + 1 }))
    .addNode('tail', (state) => ({ n: state.n }))
    .addEdge(START, 'head')
    .addEdge('head', 'tail')
    .addConditionalEdges('tail', (state) => (state.n < last ? 'head' : END), ['head', END]);
  return rounds(
    (checkpointer) => graph.compile({ checkpointer }),
    { n: 0 },
    executions,
    checkpointing,
    ({ n }) => n === last,
  );
}
