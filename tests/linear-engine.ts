// Tests judge patterns at once, as workers do.
import { installLinearEngine } from '../src/model/linear-engine';
import { re2Engine } from '../src/model/re2-engine';

installLinearEngine(re2Engine);
