// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/canvas/labelpainter.h"
#include "views/canvas/rowpainter.h"
#include "views/sums/sumcolumns.h"
#include "views/text/shortname.h"

#include <QPainter>
#include <QStandardItemModel>
#include <QTest>

#include <array>
#include <cstdlib>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr QRgb paper = 0xffffffff;
constexpr QRgb ink = 0xff000000;

// The names of a profile, a frame each.
struct Names {
    explicit Names(const QStringList &names)
    {
        ProfileBuilder builder;
        for (const QString &name : names) {
            Function function;
            function.name = builder.string(name.toStdString());
            Frame frame;
            frame.function = builder.function(function);
            frames.push_back(builder.frame(frame));
        }
        profile = builder.snapshot();
    }

    std::vector<FrameIndex> frames;
    ProfilePointer profile;
};

void paint(LabelPainter &painter, QImage &image, const Profile &profile,
           const std::vector<Label> &labels)
{
    painter.add(profile, labels);
    painter.paintAdded(Canvas(image), labels);
    painter.paintRest(image);
}

QImage labelled(const Names &names, std::size_t number, int width, double ratio = 1)
{
    QImage image((QSizeF(300, 20) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(paper);
    LabelPainter painter;
    painter.setFont(QFont());
    painter.setRatio(ratio);
    paint(painter, image, *names.profile,
          {{names.frames[number], 0, int(width * ratio), 0, image.height(), ink}});
    return image;
}

int rightmostInk(const QImage &image)
{
    for (int x = image.width(); x-- > 0;) {
        for (int y = 0; y < image.height(); ++y) {
            if (image.pixel(x, y) != paper)
                return x;
        }
    }
    return -1;
}

} // namespace

class TstLabels : public QObject {
    Q_OBJECT

private slots:
    void everyScriptIsWrittenAndStaysInItsBox_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("latin") << QStringLiteral("std::vector<int>::push_back(int const&)");
        QTest::newRow("accents") << QStringLiteral("Größe::übertragen_äöüß_çéàñ");
        QTest::newRow("combining") << QString::fromUtf8("e\u0301a\u0308o\u0302 nicht zerlegt");
        QTest::newRow("greek") << QStringLiteral("Πίνακας::υπολογισμός_μεγάλος");
        QTest::newRow("cyrillic") << QStringLiteral("Таблица::вычислить_большую");
        QTest::newRow("han") << QStringLiteral("数据库查询优化器执行计划生成");
        QTest::newRow("hebrew") << QStringLiteral("חישוב_טבלה_גדולה_מאוד_מאוד");
        QTest::newRow("arabic") << QStringLiteral("حساب_الجدول_الكبير_جدا_جدا");
        QTest::newRow("devanagari") << QStringLiteral("गणना_तालिका_बहुत_बड़ी");
        QTest::newRow("emoji") << QString::fromUtf8("fire 🔥🔥🔥 burns and burns");
    }

    void everyScriptIsWrittenAndStaysInItsBox()
    {
        QFETCH(QString, name);
        const Names names({name});
        for (const double ratio : {1.0, 1.25, 2.0}) {
            const QImage image = labelled(names, 0, 90, ratio);
            QVERIFY(rightmostInk(image) > 10 * ratio);
            QVERIFY(rightmostInk(image) < 90 * ratio);
        }
    }

    void plainTextIsWhatNeedsNoShaping()
    {
        QVERIFY(GlyphAtlas::isPlain(QStringLiteral("operator<<(std::ostream&, Größe)")));
        QVERIFY(GlyphAtlas::isPlain(QStringLiteral("数据库")));
        QVERIFY(!GlyphAtlas::isPlain(QStringLiteral("طاولة")));
        QVERIFY(!GlyphAtlas::isPlain(QString::fromUtf8("e\u0301")));
        QVERIFY(!GlyphAtlas::isPlain(QString::fromUtf8("🔥")));
        QVERIFY(!GlyphAtlas::isPlain(QStringLiteral("tab\there")));
    }

    void aNameThatFitsIsWhole()
    {
        const Names names({QStringLiteral("abc"), QStringLiteral("abcdefghijklmnopqrstuvwxyz")});
        QVERIFY(labelled(names, 0, 200) == labelled(names, 0, 250));
        QVERIFY(labelled(names, 1, 60) != labelled(names, 1, 250));
    }

    void aQualifiedNameHasAShortOne_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shortened");
        const auto row = [](const char *name, const char *shortened) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(shortened);
        };
        row("main", "main");
        row("Worker.step.<locals>.run", "Worker.step.<locals>.run");
        row("<module>", "<module>");
        row("(garbage collector)", "(garbage collector)");
        row("libc.so.6+0x1234", "libc.so.6+0x1234");
        row("decode(int)", "decode");
        row("std::vector<int>::push_back(int const&)", "push_back");
        row("ember::demo::(anonymous namespace)::runCrunch(std::stop_token const&)", "runCrunch");
        row("void std::this_thread::sleep_for<long, std::ratio<1l, 1000l> >(int)", "sleep_for");
        row("std::map<int, std::pair<a::b, c> >& ns::make<1>()", "make");
        row("ns::Thing::~Thing()", "~Thing");
        row("std::ostream& ns::operator<< <char>(std::ostream&, Point)", "operator<< <char>");
        row("ns::Call::operator()(int) const", "operator()");
        row("ns::Flag::operator bool() const", "operator bool");
        row("ns::operators::run()", "run");
        row("ns::run(int)::{lambda(int)#1}::operator()(int) const", "operator()");
        row("std::__invoke<main()::<lambda()> >", "__invoke");
        row("main()::<lambda()>", "<lambda()>");
        row("ns::f[abi:cxx11](int)", "f");
        row("core::fmt::Write::write_fmt", "write_fmt");
        row("a::b(", "b");
        row("a::<b", "<b");
        row("a::", "a");
        row("run (work.py:12)", "run (work.py:12)");
        row("::", "::");
        row("a:: b", "a:: b");
        row("x)::y", "x)::y");
    }

    void aQualifiedNameHasAShortOne()
    {
        QFETCH(QString, name);
        QFETCH(QString, shortened);
        QCOMPARE(shortName(name), shortened);
    }

    void aNameWithoutRoomLosesItsArgumentsFirst_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("scoped");
        const auto row = [](const char *name, const char *scoped) {
            QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(scoped);
        };
        row("main", "main");
        row("libc.so.6+0x1234", "libc.so.6+0x1234");
        row("void ns::(anonymous namespace)::run<int>(Options const&)", "ns::run");
        row("std::ostream& ns::operator<<(std::ostream&, Point)", "ns::operator<<");
        row("ns::Call<int>::operator()(int) const", "ns::Call::operator()");
        row("main()::<lambda()>", "main::<lambda()>");
        row("run (work.py:12)", "run (work.py:12)");
    }

    void aNameWithoutRoomLosesItsArgumentsFirst()
    {
        QFETCH(QString, name);
        QFETCH(QString, scoped);
        QCOMPARE(scopedName(name), scoped);
    }

    // What tells functions apart stands at the end of their names.
    void tablesShowTheOwnNameWhereThereIsNoRoom()
    {
        struct Cells : SumCells {
            using SumCells::initStyleOption;
            using SumCells::SumCells;
        };
        static constexpr std::array columns{SumColumn::Name};
        const Cells cells(columns, nullptr);
        QStandardItemModel model(1, 1);
        const QString name =
            QStringLiteral("a::rather::long::Scope<int, char>::run(Options const&)");
        model.setItem(0, new QStandardItem(name));
        const auto shown = [&](const QString &fitting) {
            QStyleOptionViewItem option;
            option.fontMetrics = QFontMetrics(QFont());
            option.rect = QRect(0, 0, option.fontMetrics.horizontalAdvance(fitting) + 12, 20);
            cells.initStyleOption(&option, model.index(0, 0));
            return option.text;
        };
        QCOMPARE(shown(name), name);
        const QString scoped = QStringLiteral("a::rather::long::Scope::run");
        QCOMPARE(shown(scoped), scoped);
        QCOMPARE(shown(QStringLiteral("run")), QStringLiteral("run"));
    }

    void aNameWithoutRoomIsShortened()
    {
        const Names names(
            {QStringLiteral("a::rather::long::scope::run(int)"), QStringLiteral("run")});
        QVERIFY(labelled(names, 0, 60) == labelled(names, 1, 60));
        QVERIFY(labelled(names, 0, 290) != labelled(names, 1, 290));
    }

    // One letter after the other, as Qt writes the whole.
    void theAtlasWritesLikeQt()
    {
        const QString text = QStringLiteral("Document::parse(int)");
        const Names names({text});
        const QImage image = labelled(names, 0, 290);
        QImage expected(image.size(), QImage::Format_RGB32);
        expected.fill(paper);
        QPainter painter(&expected);
        QFont font;
        font.setKerning(false);
        painter.setFont(font);
        painter.drawText(QRectF(4, 0, 280, 20), int(Qt::AlignVCenter) | Qt::TextSingleLine, text);
        painter.end();
        QVERIFY(std::abs(rightmostInk(image) - rightmostInk(expected)) <= 2);
    }

    void aNameStaysInItsRow()
    {
        const Names names({QStringLiteral("fly(Å)")});
        QImage image(100, 30, QImage::Format_RGB32);
        image.fill(paper);
        LabelPainter painter;
        painter.setFont(QFont());
        paint(painter, image, *names.profile, {{names.frames[0], 0, 100, 12, 17, ink}});
        QVERIFY(colourCount(image, 2) >= 2);
        QVERIFY(colourCount(image.copy(0, 0, 100, 12), 2) == 1);
        QVERIFY(colourCount(image.copy(0, 17, 100, 13), 2) == 1);
    }

    void aRowThatIsTooLowForLettersHasNoNames()
    {
        const Names names({QStringLiteral("main")});
        ViewState state;
        state.open(buildSpans(names.profile));
        QImage image(300, 100, QImage::Format_RGB32);
        RowPainter painter;
        painter.setFont(QFont());
        painter.begin(image, state);
        RowBand &band = painter.band(0);
        for (const auto &[top, height] : {std::pair(0, 7), std::pair(30, 18)}) {
            QVERIFY(band.startRow(top, top + height));
            band.add(0, 200, names.frames[0]);
            band.endRow();
        }
        QCOMPARE(band.labels().size(), std::size_t(1));
        QCOMPARE(band.labels().front().top, 30);
    }

    void bandsSideBySidePaintWhatOneDoes()
    {
        const Names names({QStringLiteral("main()"), QStringLiteral("Größe::über"),
                           QStringLiteral("חישוב_טבלה"), QStringLiteral("数据库查询优化器")});
        ViewState state;
        state.open(buildSpans(names.profile));
        const auto painted = [&](std::size_t bands) {
            QImage image(400, 360, QImage::Format_RGB32);
            image.fill(paper);
            RowPainter painter;
            painter.setFont(QFont());
            painter.begin(image, state, bands);
            for (int row = 0; row < 20; ++row) {
                RowBand &band = painter.band(std::size_t(row) * bands / 20);
                band.startRow(18 * row, 18 * row + 18);
                for (int x = 0; x < 4; ++x)
                    band.add(100 * x, 95 * x + 90, names.frames[std::size_t(row + x) % 4]);
                band.endRow();
            }
            painter.paintLabels(image, *names.profile);
            return image;
        };
        QVERIFY(painted(1) == painted(5));
    }

    void labelsAreCutAtThePicturesEdges()
    {
        const Names names({QStringLiteral("a long name in a small picture")});
        for (const int top : {-15, -5, 5, 15}) {
            QImage image(40, 20, QImage::Format_RGB32);
            image.fill(paper);
            LabelPainter painter;
            painter.setFont(QFont());
            paint(painter, image, *names.profile,
                  {{names.frames[0], -30, 200, top, top + 20, ink},
                   {names.frames[0], 20, 400, top, top + 20, ink}});
            QVERIFY(colourCount(image, 2) >= 2);
        }
    }
};

EMBER_TEST(TstLabels)
#include "tst_labels.moc"
