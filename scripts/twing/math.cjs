// What Twing calls of `locutus/php/math`.
exports.max = require('locutus/php/math/max');
exports.min = require('locutus/php/math/min');
