#include "render/walk_phrases.hpp"

namespace headtrace::phrase {

const Text inputs{"inputs", "输入"};
const Text keys{"keys", "按键"};
const Text how_to_walk{
    "Enter goes to the first step, a name or number to another, i shows the inputs' numbers, ? "
    "what else there is, q leaves.",
    "回车：走到第一步；名称或编号：跳到那里；i：看输入的数值；?：其他命令；q：离开。"};
const Text first_place{"This is where the lesson starts; Enter goes on.",
                       "这里就是课程的开头，按回车往下走。"};
const Text last_place{"This is the end; b goes back, q leaves.",
                      "已经到最后了。b 退回一步，q 离开。"};
const Text end_of_lesson{"That was the last step. b goes back, q leaves.",
                         "这是最后一步。b 退回一步，q 离开。"};
const Text you_are_here{"you are here", "现在的位置"};
const Text asked_first{"still to come", "还没走到"};
const Text head_alone{"From here on only head {}; `h all` shows all of them again.",
                      "从现在起只显示头 {}，输入 `h all` 恢复全部显示。"};
const Text all_heads{"All heads are shown.", "显示全部的头。"};
const Text no_heads{"Nothing in this lesson is split into heads.", "这一课没有分成多个头的张量。"};
const Text no_such_head{"There is no head '{}': the heads are 0 to {}. `h all` shows all.",
                        "没有头 '{}'：头的编号是 0 到 {}。输入 `h all` 显示全部。"};

const Text not_a_command{"'{}' is neither a command nor a tensor", "'{}' 既不是命令，也不是张量"};
const Text perhaps{"did you mean '{}'?", "是不是 '{}'？"};
const Text where_to_look{"? lists the commands, l the steps", "? 列出命令，l 列出步骤"};
const Text q_leaves{"(q leaves)", "（q 离开）"};
const Text no_such_step{"There is no step {}: the steps are 1 to {}.",
                        "没有第 {} 步：步骤编号是 1 到 {}。"};
const Text needs_tensor{"Name a cell, as in e output[0,0,1]; at a step, e 0,0,1 is enough.",
                        "请写出是哪一格，例如 e output[0,0,1]；在某一步时，写 e 0,0,1 就够了。"};
const Text not_while_graded{
    "Not while answers are being collected. There are Enter, l, i, ? and q.",
    "正在收集答案，这个命令不能用。可以用回车、l、i、? 和 q。"};

const Text change{"From {} to {}", "从 {} 到 {}"};
const Text change_shape{"shape   {} becomes {}", "形状   {} 变成 {}"};
const Text same_shape{"shape   {}, as before", "形状   {}，没有变"};
const Text change_strides{"strides {} becomes {}", "步长   {} 变成 {}"};
const Text same_memory{"memory  the same, seen in another way: nothing was copied",
                       "内存   还是同一块，只是换了看法：没有复制"};
const Text new_memory{"memory  new", "内存   新的一块"};
const Text numbers_same{"numbers the same, each in the same cell",
                        "数值   完全一样，每个数还在原来的格子里"};
const Text numbers_changed{"numbers {} of {} differ, most at {}: {} became {}",
                           "数值   {} / {} 个变了，变得最多的是 {}：{} 变成了 {}"};
const Text numbers_elsewhere{"numbers the same {} numbers, in other cells",
                             "数值   还是那 {} 个数，换了格子"};
const Text numbers_fewer{"numbers {} became {}", "数值   {} 个变成 {} 个"};
const Text no_step_here{"No step is shown here; choose one by its name or number.",
                        "这里没有显示哪一步；输入名称或编号选一步。"};

const Text no_mask{"No step of this lesson masks anything: every query sees every key.",
                   "这一课没有用到掩码：每个查询都能看到所有的键。"};
const Text mask_heading{"What {} lets each query see", "{} 允许每个查询看到什么"};
const Text mask_signs{"{} may see   {} blocked", "{} 看得到   {} 被遮住"};
const Text query_n{"query {}", "查询 {}"};
const Text key_n{"key {}", "键 {}"};
const Text may_see_all{"{} sees every key", "{} 能看到所有的键"};
const Text blocked{"{}, {}: {}", "{}，{}：{}"};
const Text and_more{"… and {} more", "…… 还有 {} 个"};

const Text first_of_both{"the first {} of {} queries and {} of {} keys",
                         "{1} 个查询中的前 {0} 个，{3} 个键中的前 {2} 个"};

const Text back_at_inputs{"input", "输入"};
const Text made_from{"{} more numbers read", "另外还读取了 {} 个数"};
const Text as_above{"as above", "同上"};

const Text question_of{"Before step {}, {}", "看第 {} 步 {} 之前"};
const Text ask_shape{"What shape does {} have?", "{} 的形状是什么？"};
const Text it_reads{"It is made by {} from {}", "它由 {} 从 {} 得到"};
const Text form_shape{"sizes, as in 1 2 3", "写出各轴的大小，例如 1 2 3"};
const Text form_strides{"strides, as in 6 2 1", "写出各轴的步长，例如 6 2 1"};
const Text form_value{"a number; within {} is near enough", "写一个数，相差不超过 {} 就算对"};
const Text form_choice{"the letter of your choice", "写出选项的字母"};
const Text in_brackets{"({})", "（{}）"};
const Text answer_prompt{"answer> ", "答> "};
const Text or_skip{"Enter skips", "按回车跳过"};
const Text right{"Right.", "答对了。"};
const Text not_quite{"Not quite.", "不太对。"};
const Text once_more{"Try once more.", "再试一次。"};
const Text answer_is{"It is {}.", "答案是 {}。"};
const Text skipped{"Skipped.", "已跳过。"};
const Text recorded{"Noted.", "已记下。"};
const Text no_skipping{"Please answer: this one can't be skipped.", "请作答：这道题不能跳过。"};
const Text score{"You were right {} of {} times at the first try",
                 "{1} 题中，第一次就答对了 {0} 题"};
const Text score_second{", and {} times at the second", "，第二次答对了 {} 题"};
const Text score_none{"No question was answered.", "没有回答任何问题。"};
const Text score_recorded{"{} answers were noted.", "记下了 {} 个答案。"};
const Text look_again{"Worth looking at again:", "值得再看一看："};
const Text all_right{"Nothing to look at again.", "没有需要再看的地方。"};
const Text question_help{
    "Write your answer. A fraction such as 1/3 is fine for a number, and d_k for a size. Enter "
    "skips, i shows the inputs, q leaves.",
    "请写下答案。数可以写成 1/3 这样的分数，大小可以写 d_k 这样的名称。按回车跳过，i 显示输入，q "
    "离开。"};
const Text question_help_graded{
    "Write your answer. A fraction such as 1/3 is fine for a number, and d_k for a size. i shows "
    "the inputs, q leaves.",
    "请写下答案。数可以写成 1/3 这样的分数，大小可以写 d_k 这样的名称。i 显示输入，q 离开。"};

const Text hint_shape_before{
    "That is the shape of {}, which this step reads. What does the step do to it?",
    "这是 {} 的形状，也就是这一步读取的张量。这一步对它做了什么？"};
const Text hint_axes_reordered{"The sizes are right, their order isn't. Which axis comes where?",
                               "各个大小都对，顺序不对。哪个轴排在哪里？"};
const Text hint_too_many{"That would be {} numbers; there are fewer.",
                         "那样会有 {} 个数，实际没有这么多。"};
const Text hint_too_few{"That would be {} numbers; there are more.",
                        "那样只有 {} 个数，实际不止这些。"};
const Text hint_rank{"You wrote {} sizes. How many axes does it have?",
                     "你写了 {} 个大小。它有几个轴？"};
const Text hint_contiguous_strides{
    "Those would be the strides of a copy. This is a view: it walks through memory that was laid "
    "out before.",
    "这是复制一份之后的步长。但它是视图：走的是之前排好的那块内存。"};
const Text hint_strides_before{
    "Those are the strides of {}, which this step reads. The step moves them.",
    "这是 {} 的步长，也就是这一步读取的张量。这一步改变了它们。"};
const Text hint_value_before{"That is {}, before this step. What does the step do to it?",
                             "这是 {}，是这一步之前的数。这一步对它做了什么？"};
const Text hint_other_cell{"That number stands in another cell, {}.", "这个数在另一格里：{}。"};
const Text hint_transposed_cell{"That is {}: row and column are swapped.",
                                "这是 {}：行和列对调了。"};
const Text hint_other_layout{
    "That is what the other convention gives, with {} transposed. Look at its layout: does a row "
    "stand for an input feature or for an output feature?",
    "这是另一种约定的结果，相当于把 {} 转置了。看看它的存法：一行对应的是输入特征还是输出特征？"};
const Text hint_without_bias{"That is the product alone. What is added to it?",
                             "这只是乘积。后面还要加上什么？"};
const Text hint_sign{"The size is right. Look at the signs.", "绝对值是对的。再看看正负号。"};
const Text hint_shape{"Which axes does the step leave alone, and which does it change?",
                      "这一步让哪些轴保持不变，又改变了哪些轴？"};
const Text hint_strides{
    "A stride says how many numbers lie between one position on the axis and the next.",
    "步长是指：沿这个轴走到下一个位置，在内存里要跨过多少个数。"};
const Text hint_value{"The step computes {}. Put the numbers in.",
                      "这一步计算的是 {}。把数代进去试试。"};
const Text hint_choice{"Try to say first what the step does to the numbers.",
                       "先想一想：这一步对这些数做了什么？"};

}  // namespace headtrace::phrase
