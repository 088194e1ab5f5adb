"""The lines that end a reply, in the words of many mail programs and languages.

All expressions are bounded and look at one cleaned line, or at four of them joined.
"""

import re
from typing import Final, Literal, Protocol

Boundary = Literal["marker", "quote", "head", "attribution", "separator", "forward", "signature"]

ATTRIBUTION_LINES: Final = 4
_HEAD_LINES: Final = 6
_LONGEST_ATTRIBUTION: Final = 400

# The words of our own mails, in English or, by their form, in any language.
_MARKER_WORDS: Final = "reply above this line"
_MARKER = re.compile(r"\[[^\[\]]{8,80}\. [A-Z0-9]{3,8}\]")
_QUOTED = re.compile(r"(?:[>|»]|[A-Za-z]{1,4}>)")
_HEAD_WORDS: Final = (
    # From, sent, date, to, copy, subject, reply to: by language, without accents lost.
    "From Sent Date To Cc Bcc Subject Reply-To Importance Attachments",
    "Von Gesendet Datum An Kopie Betreff Antwort-an Wichtigkeit",
    "De Envoyé Date À A Objet Répondre-à Expéditeur Destinataire Pour",
    "Enviado Enviado-el Fecha Para CC Asunto",
    "Enviada Enviada-em Data Assunto Enviado-em",
    "Da Inviato Data A Oggetto Per",
    "Van Verzonden Datum Aan Onderwerp",
    "Od Odesláno Datum Komu Předmět Kopie",
    "Od Odoslané Dátum Pre Predmet Komu",
    "Od Wysłano Wysłane Data Do Temat DW",
    "Feladó Elküldve Dátum Címzett Tárgy Küldve",
    "De-la Trimis Data Către Subiect",
    "Från Skickat Datum Till Ämne Kopia",
    "Fra Sendt Dato Til Emne Kopi",
    "Lähettäjä Lähetetty Päivämäärä Vastaanottaja Aihe Kopio",
    "Kimden Gönderilen Tarih Kime Konu Gönderen Gönderildi",
    "От Отправлено Дата Кому Тема Копия Від Надіслано Дата Тема Від-кого",
    "От Изпратено До Относно",
    "Από Στάλθηκε Ημερομηνία Προς Θέμα",
    "发件人 发送时间 日期 收件人 主题 抄送 寄件者 寄件日期 收件者 主旨 副本",
    "差出人 送信日時 送信者 日時 日付 宛先 件名",
    "보낸-사람 보낸-날짜 받는-사람 제목 날짜 참조",
    "מאת נשלח אל נושא תאריך من إلى الموضوع التاريخ المرسل",
    "Lihetatud Saatja Kuupäev Adressaat Teema Nuo Siųsta Kam Tema No Nosūtīts Kam Temats",
    "Od Poslano Datum Za Zadeva Prima Predmet Šalje",
)
_HEADS = re.compile(
    r"[*_\s]{0,4}(?:"
    + "|".join(
        sorted(
            {
                re.escape(word).replace(r"\-", "[ -]")
                for line in _HEAD_WORDS
                for word in line.split()
            },
            key=len,
            reverse=True,
        )
    )
    + r")[*_\s]{0,4}[:：]",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[^\s<>@]{1,128}@[^\s<>@]{1,128}\.[^\s<>@.]{2,63}")
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}[:.h]\d{2}\b|\d{4}年"
)
_VERB = re.compile(
    r"\b(?:wrote|writes|schrieb|schreef|écrit|escribió|escreveu|scritto|napsala?|napísala?"
    r"|pisze|napisała?|skrev|kirjoitti|írta|scris|yazdı|пишет|писала?|написала?|пише|έγραψε"
    r"|kirjutas|rašė|rakstīja|napisao|viết)\b"
    r"|写道|寫道|のメール|書きました|작성|כתב|كتب",
    re.IGNORECASE,
)
_RULE = re.compile(r"[_=~*#-]{5,}|[-=_](?:[-=_ ]){3,}[-=_]|—{3,}|─{3,}")
_RULE_SIGNS: Final = frozenset("_=~*#-\u2014\u2500")
_DASHES: Final = frozenset("-=_*")
_LONGEST_SEPARATOR: Final = 120
_FORWARD = re.compile(
    r"forward|fwd|weitergeleitet|transféré|transmis|reenviad|encaminhad|inoltrat|doorgestuurd"
    r"|přeposlan|preposlan|przekazan|továbbít|vidarebefordra|videresend|välitetty|iletilen"
    r"|пересыл|переслан|перенаправ|转发|轉寄|転送|전달",
    re.IGNORECASE,
)
_BEGIN_FORWARD: Final = (
    "begin forwarded message",
    "anfang der weitergeleiteten",
    "début du message réexpédié",
    "début du message transféré",
    "inizio messaggio inoltrato",
    "inicio del mensaje reenviado",
    "início da mensagem",
    "begin doorgestuurd bericht",
    "začátek přeposlané",
)
_SIGNATURE = re.compile(r"(?:--|—|––?|-- -|__)")
# How the lines begin that phones and mail programs put below what was typed.
_MOBILE: Final = (
    *("sent from", "sent with", "sent via", "sent using", "get outlook for"),
    *("von meinem", "von meiner", "gesendet von", "gesendet mit", "diese nachricht wurde von"),
    *("envoyé de", "envoyé depuis", "envoyé à partir", "télécharger outlook", "obtenez outlook"),
    *("enviado desde", "enviado do", "enviado de", "enviado a partir", "enviado con"),
    *("obtener outlook", "obter o outlook"),
    *("inviato da", "scarica outlook", "ottieni outlook"),
    *("verzonden met", "verzonden vanaf", "verzonden via", "verstuurd vanaf", "outlook voor"),
    *("odesláno z", "posláno z", "získat outlook", "odoslané z"),
    *("wysłane z", "wysłano z", "pobierz outlook"),
    *("skickat från", "hämta outlook", "sendt fra", "hent outlook"),
    *("lähetetty", "hanki outlook", "küldve", "elküldve", "trimis de pe", "gönderildi"),
    *("отправлено с", "отправлено из", "надіслано з"),
    *("iphoneから送信", "ipadから送信", "androidから", "发自我的", "發自我的", "從我的", "从我的"),
    *("나의", "내 iphone", "נשלח מ", "أرسلت من"),
)

WORDS: Final = (*_HEAD_WORDS, *_BEGIN_FORWARD)
"""Words that boundaries are known by, as a whole."""

PIECES: Final = (_VERB, _FORWARD, re.compile("|".join(map(re.escape, _MOBILE)), re.IGNORECASE))
"""What they are known by besides, which may be a part of a word or several words."""


def is_quoted(line: str) -> bool:
    """Whether a cleaned line carries the mark of a quote: `>`, `|`, or initials and `>`."""
    return _QUOTED.match(line) is not None


def is_ruling(line: str) -> bool:
    """Whether a line is nothing but a ruling, as some programs draw above a quote."""
    return line[:1] in _RULE_SIGNS and _RULE.fullmatch(line) is not None


class Lines(Protocol):
    """The cleaned lines of a text, and which of them are orders. Behind its end all is blank."""

    def line(self, index: int) -> str: ...

    def is_order(self, index: int) -> bool: ...


def at(lines: Lines, index: int) -> Boundary | None:
    """Return which boundary a line is.

    An order is never taken for a boundary, however its words look: what it is follows
    from where it stands.
    """
    line = lines.line(index)
    if _MARKER.fullmatch(line) or _MARKER_WORDS in line.lower():
        return "marker"
    if is_quoted(line):
        return "quote"
    if lines.is_order(index):
        return None
    return _single(line) or _joined(lines, index)


def _single(line: str) -> Boundary | None:
    lower = line.lower()
    if lower.startswith(_BEGIN_FORWARD):
        return "forward"
    if _is_dashed(line) or is_ruling(line):
        return "forward" if _FORWARD.search(line) else "separator"
    if _SIGNATURE.fullmatch(line) or lower.startswith(_MOBILE):
        return "signature"
    return None


def _is_dashed(line: str) -> bool:
    """Whether words stand between dashes, as in `-----Original Message-----`."""
    ends = line[:3] + line[-3:]
    return 6 <= len(line) <= _LONGEST_SEPARATOR and _DASHES.issuperset(ends)


def _joined(lines: Lines, index: int) -> Boundary | None:
    if _is_head(lines, index):
        return "head"
    text = ""
    for number in range(index, index + ATTRIBUTION_LINES):
        line = lines.line(number)
        if not line or is_quoted(line) or len(text) > _LONGEST_ATTRIBUTION:
            return None
        if lines.is_order(number):
            return None
        text = f"{text} {line}"
        if _is_attribution(text):
            return "attribution"
    return None


def _is_head(lines: Lines, index: int) -> bool:
    """Whether a header block begins here: two header lines among six, or one with an address."""
    if not _opens_head(lines.line(index)):
        return False
    if _has_address(lines.line(index)):
        return True
    following = range(index + 1, index + _HEAD_LINES)
    return any(_opens_head(lines.line(number)) for number in following)


def _opens_head(line: str) -> bool:
    # Few lines have a colon, and the words are many to try.
    return (":" in line or "\uff1a" in line) and _HEADS.match(line) is not None


def _has_address(text: str) -> bool:
    return "@" in text and _ADDRESS.search(text) is not None


def _is_attribution(text: str) -> bool:
    if not (_has_address(text) or _DATE.search(text)):
        return False
    return text.endswith((":", "：")) or _VERB.search(text) is not None
