// CMP-1: one kind of failure for every stage.

export const COMPILATION_PREFIX = 'Workflow compilation failed: ';

/** What a stage found. */
export type StageFailure = {
  readonly message: string;
  readonly node?: string;
  readonly edges?: readonly string[];
};

/** The one failure of a compilation: the prefix once, then the message of the stage that refused. */
export type CompileFailure = {
  readonly code: 'COMPILATION_FAILED';
  readonly message: string;
  readonly stage: CompileStage;
  readonly cause: StageFailure;
};

/** The stages in their order. */
export const COMPILE_STAGES = [
  'preconditions',
  'dependency_graph',
  'cycles',
  'tool_wiring',
  'execution_graph',
  'mappings',
] as const;
export type CompileStage = (typeof COMPILE_STAGES)[number];

export function compileFailure(stage: CompileStage, cause: StageFailure): CompileFailure {
  return { code: 'COMPILATION_FAILED', message: `${COMPILATION_PREFIX}${cause.message}`, stage, cause };
}
