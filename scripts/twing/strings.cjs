// What Twing calls of `locutus/php/strings`; the whole index would bring Node's `crypto` along.
exports.htmlspecialchars = require('locutus/php/strings/htmlspecialchars');
