import type { Schema } from '../../../catalog/types';
import type { Json } from '../../../model/json';

export type FieldContext = {
  /** Names that an expression may use here: dynamic inputs and wired parameters. */
  readonly variables: readonly string[];
  /** Engine of the expressions of this node, where it has one. */
  readonly engine: string | undefined;
  readonly readOnly: boolean;
};

/** What every control is given: its ids from the label, the author's value, and what holds where there is none. */
export type ControlProps = {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly label: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly context: FieldContext;
  readonly onChange: (value: Json | undefined) => void;
};
