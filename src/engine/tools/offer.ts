import type { JsonObject } from '../../model/json';

/** A tool that a model may call: its name (CMP-9) and the schema of what the model may fill (DATA-11). */
export type ModelToolOffer = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
};
