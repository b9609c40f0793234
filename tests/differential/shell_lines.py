# SPDX-License-Identifier: MIT
"""Command lines made at random: from a grammar that is a little wider than what the reader takes, then damaged.

The commands are functions that the prelude of shell.py defines: p prints its arguments, r its input too, f fails with 3,
once succeeds the first time only."""
import random

NAMES = ["x", "y", "z", "v", "w", "u"]
FILES = ["o1", "o2", "s/a.c"]
PLAIN = ["a", "b", "-n", "a.c", "s/", "=", "a=b", "1", "if", "fi", "in", "do", "--x=y", "a:b", "%", "@", "+", "^", "!",
         "a!b", "é", "{}", "{a}", "a}", "]", "[", "a#b", ".", "..", "/", "done", "then", "12", "time", "a,b", "-",
         "a-z", "_", "x1", "CORDON_EOF", "HEAD~1", "@{1}"]
SINGLE = ["", "a b", "$x", "*", "\\", "\"", "`", "#", ";", "{a,b}", "~", "a\nb", "$(p)", "\\n", "é", "|", "it"]
DOUBLE = ["", "a b", "\\$x", "*", "\\\\", "\\\"", "\\`", "#", ";", "{a,b}", "~", "a\nb", "'", "\\a", "$", "\\\n", "é", "$'a'",
          "}", "!", "&"]
GLOBS = ["*", "?", "[a-c]", "[!a]", "s/*", "s/*.c", "s/?.c", "s/[ab]*", "[[:alpha:]]", "s/[!a].c", "*.zz", "[a", "[]", "[b-",
         "[]a]", "[^a]", "s/.*", "**", "[a/b]", "s/[[:alpha:]b].*"]
TILDES = ["~", "~/a", "~root", "~+", "~-", "~1", "~/", "~a/b", "a~", "x=~", "x=~/b", "a:~", "--x=~/a", "~:a", "~*"]
ANSI = ["a", "\\n", "\\t", "\\'", "\\\"", "\\\\", "\\x41", "\\101", "\\u00e9", "\\U0001f600", "\\cI", "\\e", "\\0", "\\z",
        "\\xc3\\xa9", "\\xff", "\\?", "\\x4", "\\1012", "\\u41g", "\\a", " ", "*", "\\x", "\\r"]
ARITHMETIC = ["1", "2", "v", "$v", "${v}", "10", "0x1f", "017", "${#x}", "$#", "u", "3"]
OPERATORS = ["+", "-", "*", "<", ">", "==", "!=", "<=", ">=", "&&", "||", "&", "|", "^", "<<", ">>", "%", "/"]


class Lines:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.bodies = []

    def one(self, *ways):
        return self.random.choice(ways)

    def chance(self, share):
        return self.random.random() < share

    def some(self, make, most, between=""):
        return between.join(make() for _ in range(self.random.randint(1, most)))

    # Words.

    def name(self):
        return self.random.choice(NAMES)

    def operation(self, depth, quoted):
        word = self.inner(depth, quoted)
        return self.random.choice(["-", ":-", "+", ":+", "=", ":=", "#", "##", "%", "%%", "-", ":-", "%", "#"]) + word

    def inner(self, depth, quoted):
        def piece():
            way = self.random.randint(0, 9)
            if way < 4:
                return self.random.choice(["a", "b", ".c", "a b" if quoted else "a", "*", "?", "[ab]", "/", ".", "_", "-", ":"])
            if way < 6:
                return "$" + self.name()
            if way == 6:
                return "'" + self.random.choice(SINGLE) + "'"
            if way == 7:
                return "\"" + self.double(depth + 1) + "\""
            if way == 8 and depth < 3:
                return self.expansion(depth + 1, quoted)
            return self.random.choice(["~", "{", "\\a", "\\}", "\\$", "a b", ";", "", "#", "%", "\\\\", "(", "&", "!", "[", "}"])
        return self.random.choice(["", piece(), piece() + piece(), piece()])

    def expression(self, depth):
        way = self.random.randint(0, 8)
        if depth > 3 or way < 3:
            return self.random.choice(ARITHMETIC)
        if way == 3:
            return "(" + self.expression(depth + 1) + ")"
        if way == 4:
            return self.random.choice(["-", "+", "!", "~", "- ", "! "]) + self.expression(depth + 1)
        if way == 5:
            return self.expression(depth + 1) + " ? " + self.expression(depth + 1) + " : " + self.expression(depth + 1)
        space = self.random.choice(["", " "])
        operator = self.random.choice(OPERATORS)
        # Nothing is divided by what might be zero, or shifted by what is negative: that is an error, and shells differ in errors.
        right = "7" if operator in "%/<<>>" else self.expression(depth + 1)
        return self.expression(depth + 1) + space + operator + space + right

    def expansion(self, depth, quoted=False):
        way = self.random.randint(0, 15)
        name = self.name()
        if way < 4:
            return "$" + name
        if way < 6:
            return "${" + name + "}"
        if way < 9:
            return "${" + name + self.operation(depth, quoted) + "}"
        if way == 9:
            return "${#" + name + "}"
        if way == 10:
            return self.random.choice(["$?", "$#", "$1", "${1}", "$10", "${?}", "$", "$@", "$*", "${@}", "${#}", "${10}", "${1-a}"])
        if way == 11:
            return "$((" + self.expression(0) + "))"
        if way == 12 and self.chance(0.2):
            return self.random.choice(["$((v=1))", "$((v++))", "$[1]", "${!x}", "${x^}", "${x@P}", "${x[0]}", "$(( 1", "$((p))",
                                       "${x/a/b}", "${x:1}", "${x//a/}", "$-", "$_", "${", "$((p);(p))", "${#@}", "${x:0:1}", "${01}"])
        if depth < 3:
            body = self.list(depth + 2)
            if self.chance(0.25):
                return "`" + self.backquoted(body) + "`"
            return "$(" + body + self.random.choice(["", "", "\n", " #c\n", " "]) + ")"
        return "$" + name

    def backquoted(self, body):
        if self.chance(0.1):
            return body
        return body.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$" if self.chance(0.5) else "$")

    def double(self, depth):
        def piece():
            return self.random.choice(DOUBLE) if self.chance(0.6) else self.expansion(depth + 1, True)
        return self.some(piece, 3)

    def braces(self, depth):
        way = self.random.randint(0, 5)
        if way == 0:
            return self.random.choice(["{1..3}", "{a..c}", "{3..1}", "{01..3}", "{1..9..4}", "{a..e..2}", "{-1..1}", "{1..1}", "{-01..2}",
                                       "{c..a}", "{1..3..-1}", "{1..2..0}", "{A..C}", "{1..}", "{..}", "{a..bb}", "{1..a}", "{08..11}",
                                       "{1..03}", "{10..08}", "{-5..-1..2}", "{0..-2}", "{00..2}"])
        def item():
            way = self.random.randint(0, 9)
            if way < 5:
                return self.random.choice(["a", "b", "", "s/a", "1", ".c", "x"])
            if way < 7 and depth < 3:
                return self.braces(depth + 1)
            return self.piece(depth + 2)
        if way == 1:
            return "{" + item() + "}"
        return "{" + ",".join(item() for _ in range(self.random.randint(2, 3))) + "}"

    def piece(self, depth):
        way = self.random.randint(0, 29)
        if way < 10:
            return self.random.choice(PLAIN)
        if way < 13:
            return "'" + self.random.choice(SINGLE) + "'"
        if way < 17:
            return "\"" + self.double(depth) + "\""
        if way < 22:
            return self.expansion(depth)
        if way < 24:
            return self.random.choice(GLOBS)
        if way == 24:
            return "\\" + self.random.choice(["a", " ", "$", "\\", "'", "\"", "*", "#", ";", "{", ",", "}", "~", "&", "\n", "[", "="])
        if way == 25:
            return "$'" + self.some(lambda: self.random.choice(ANSI), 3) + "'"
        if way == 26:
            return self.random.choice(TILDES)
        if way < 29:
            return self.braces(depth)
        return self.random.choice(["\"\"", "''", "$\"a\"", "@(a)", "<(p a)", "{", "}", "$x", "=", ",", "..", "!"])

    def word(self, depth=0):
        return self.some(lambda: self.piece(depth), self.random.choice([1, 1, 1, 2, 2, 3]))

    # Commands.

    def redirect(self, depth):
        number = self.random.choice(["", "", "", "2", "1", "3", "0", "12"]) if self.chance(0.4) else ""
        way = self.random.randint(0, 19)
        file = self.random.choice(FILES)
        if way < 6:
            return number + self.random.choice([">", ">>", "> ", ">|", "<>"]) + file
        if way < 8:
            return self.random.choice(["2>&1", ">&2", "1>&2", "3>&1", "2>&-", "<&-", ">&-", "<&0", "3<&0", ">& 2"])
        if way < 10:
            return self.random.choice(["&>", "&>>", ">&"]) + file
        if way < 12:
            return "<" + self.random.choice(["s/a.c", "s/b.c", "o1"])
        if way < 15:
            return number + self.heredoc(depth)
        if way < 17:
            return "<<<" + self.random.choice(["", " "]) + self.word(depth)
        if way == 17:
            return "< <(" + self.list(depth + 2) + ")"
        return self.random.choice([">", "<", ">>", "2>"]) + self.random.choice(["$v", "\"$v\"", "o$v", "s/*", "o{1,2}", "~", "o1"])

    def heredoc(self, depth):
        delimiter = self.random.choice(["E", "E", "EOF", "CORDON_EOF", "'E'", "\"E\"", "\\E", "E'F'", "E F"])
        strips = self.chance(0.2)
        literal = any(c in delimiter for c in "'\"\\")
        plain = delimiter.replace("'", "").replace("\"", "").replace("\\", "").split(" ")[0]
        def line():
            pieces = ["a", "b c", "$x", "\\$x", "`p a`", "$(p b)", "\"", "'", "\\", "\\\\", "${x:-a}", "#", "$((1+1))", "E ", " E",
                      "CORDON_EOF", "é", "\nCé", "\nAé", "\nEé", "\t", "$", "${u:-\"a\"}", "\\a", "{a,b}", "*", "~", "\r", "${x%b}", "\\`"]
            if self.chance(0.05) and not literal:
                return "$(p a\np b)"
            return "\t" * self.random.randint(0, 1) * strips + self.some(lambda: self.random.choice(pieces), 3)
        lines = [line() + ("\\" if self.chance(0.05) else "") for _ in range(self.random.randint(0, 3))]
        self.bodies.append("".join(l + "\n" for l in lines) + "\t" * strips * self.random.randint(0, 1) + plain)
        return "<<" + "-" * strips + self.random.choice(["", "", " "]) + delimiter

    def assignment(self, depth):
        operator = self.random.choice(["=", "=", "=", "+="])
        value = self.word(depth) if self.chance(0.8) else ""
        return self.name() + operator + value

    def simple(self, depth):
        parts = []
        if self.chance(0.15):
            parts += [self.assignment(depth) for _ in range(self.random.randint(1, 2))]
            if self.chance(0.5):
                return " ".join(parts)
        if self.chance(0.05):
            parts.append(self.redirect(depth))
        parts.append(self.random.choice(["p", "p", "p", "p", "p", "r", "f", "true", "false", ":", "p", "r", "cat", "read x", "nosuch",
                                         "test", "[", "time p", "once", "\\p", "'p'", "{p,a}", "exit", "cd s", "p\\\n", "\"p\""]))
        parts += [self.word(depth) for _ in range(self.random.choice([0, 1, 1, 2, 2, 3]))]
        if parts[-1] == "[" or parts[0] == "[":
            parts += ["=", "a", "]"]
        if self.chance(0.25):
            parts.insert(self.random.randint(max(1, len(parts) - 2), len(parts)), self.redirect(depth))
        if self.chance(0.04) and depth < 3:
            parts.append(self.random.choice(["<", "<", "<", ">"]) + "(" + self.list(depth + 2) + ")")
        return " ".join(parts)

    def test(self, depth):
        way = self.random.randint(0, 9)
        if depth < 3 and way < 2:
            return self.test(depth + 1) + self.random.choice([" && ", " || ", " &&\n"]) + self.test(depth + 1)
        if depth < 3 and way == 2:
            return "! " + self.test(depth + 1)
        if depth < 3 and way == 3:
            return "( " + self.test(depth + 1) + " )"
        if way < 6:
            return self.random.choice(["-f", "-d", "-e", "-n", "-z", "-s", "-L", "-v", "-x"]) + " " + self.word(depth + 2)
        if way == 6:
            return self.random.choice(["$v", "1", "${#x}", "$u", "$((1+1))", "07"]) + self.random.choice([" -eq ", " -lt ", " -ge ", " -ne "]) + \
                self.random.choice(["5", "$v", "-1", "0"])
        if way == 7:
            return self.random.choice(["s/a.c", "s/b.c", "nope"]) + self.random.choice([" -nt ", " -ot ", " -ef "]) + \
                self.random.choice(["s/a.c", "s/b.c", "nope"])
        if way == 8:
            return self.word(depth + 2)
        return self.word(depth + 2) + self.random.choice([" = ", " == ", " != ", " =~ ", " < "]) + self.word(depth + 2)

    def separator(self):
        return self.random.choice(["; ", ";", "\n", " ;\n", "\n\n", " # c\n", ";;" if self.chance(0.02) else ";"])

    def body(self, depth):
        text = self.list(depth + 1)
        return text + ("" if text.endswith(("\n", "&")) else self.separator())

    def compound(self, depth):
        way = self.random.randint(0, 9)
        if way < 2:
            text = "(" + self.random.choice(["", " ", "\n"]) + self.list(depth + 1) + self.random.choice(["", " ", "\n", ";"]) + ")"
        elif way < 4:
            text = "{ " + self.body(depth) + "}"
        elif way < 6:
            text = "if " + self.body(depth) + "then " + self.body(depth)
            if self.chance(0.3):
                text += "elif " + self.body(depth) + "then\n" + self.body(depth)
            if self.chance(0.5):
                text += "else " + self.body(depth)
            text += "fi"
        elif way == 6:
            text = self.random.choice(["while once; do ", "until ! once\ndo ", "while read x; do "]) + self.body(depth) + "done"
            if "read" in text:
                text += self.random.choice([" <s/a.c", " < <(p a; p b)", " <<<a"])
        elif way == 7:
            words = " ".join(self.word(depth) for _ in range(self.random.randint(0, 3)))
            text = "for " + self.name() + self.random.choice([" in " + words, " in " + words, "", "\nin " + words if self.chance(0.1) else " in " + words])
            text += self.random.choice([";", "\n", "; ", " "]) + "do " + self.body(depth) + "done"
        elif way == 8:
            text = "case " + self.word(depth) + self.random.choice([" in ", " in\n", " in "])
            for _ in range(self.random.randint(0, 3)):
                text += self.random.choice(["", "("]) + self.some(lambda: self.word(depth), 2, "|") + ") "
                text += self.random.choice([self.list(depth + 1), ""]) + self.random.choice([";; ", "\n;;\n", ";;", ";& " if self.chance(0.05) else ";;"])
            text += "esac"
        else:
            text = "[[ " + self.test(depth) + " ]]"
        if self.chance(0.2):
            text += " " + self.redirect(depth)
        return text

    def command(self, depth):
        if depth < 4 and self.chance(0.22):
            return self.compound(depth)
        return self.simple(depth)

    def pipeline(self, depth):
        text = self.command(depth)
        while self.chance(0.15):
            text += self.random.choice([" | ", "|", " |\n", " |& "]) + self.command(depth)
        return ("! " if self.chance(0.06) else "") + text

    def list(self, depth):
        text = self.pipeline(depth)
        while self.chance(0.3 if depth < 2 else 0.15):
            between = self.random.choice([" && ", " || ", "; ", ";", "\n", " & ", "&&", "||", " && \n", "\n# c\n"])
            if "\n" in between and self.bodies:
                between = self.flush(between)
            text += between + self.pipeline(depth)
        return text

    def flush(self, between):
        bodies, self.bodies = self.bodies, []
        before, after = between.split("\n", 1)
        return before + "\n" + "".join(b + "\n" for b in bodies) + after

    # Damage.

    def damaged(self, line):
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            at = self.random.randint(0, len(line))
            way = self.random.randint(0, 7)
            if way < 3:
                line = line[:at] + "\\\n" + line[at:]
            elif way == 3:
                line = line[:at] + line[at + self.random.randint(1, 3):]
            elif way < 6:
                line = line[:at] + self.random.choice(["'", "\"", "`", "$", "(", ")", "{", "}", ";", "&", "|", "<", ">", "\\", "#", "\n", " ",
                                                       "!", "*", "[", "]", "=", "~", ",", ":", "\t", "-", "$(", "${", "<<", "\"\"", "''",
                                                       "if ", "fi ", "do ", " }", "{ ", "((", "))", "[[ ", " ]]", "<(", "2>", "&>", "$'", ";;"]) + line[at:]
            elif way == 6:
                end = at + self.random.randint(1, 8)
                line = line[:at] + line[at:end] * 2 + line[end:]
            else:
                other = self.random.randint(0, len(line))
                line = line[:at] + line[other:other + self.random.randint(1, 8)] + line[at:]
        return line

    def line(self):
        self.bodies = []
        text = self.list(0)
        if self.bodies:
            text += self.flush("\n" + self.random.choice(["", "p after"]))
        if self.chance(0.3):
            text = self.damaged(text)
        return text.replace("\0", "")
